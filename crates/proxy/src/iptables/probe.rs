//! Whether iptables' tools are here and may change rules.

use netfilter::iptables::Iptables;

use crate::backend::Settings;

/// Tries the tools of every family that is served.
pub fn probe(settings: &Settings) -> Result<(), String> {
    for ip6 in settings.families.each() {
        let tools = Iptables::detect(ip6, settings.namespace()).map_err(|error| error.to_string())?;
        tools.save("nat").map_err(|error| error.to_string())?;
    }
    Ok(())
}
