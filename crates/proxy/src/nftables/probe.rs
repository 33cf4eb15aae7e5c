//! Whether nftables can do here what this mode needs: tried, not guessed from version numbers.

use netfilter::nft::{Batch, Connection, Table};

use super::names::family;
use super::plan::{Plan, Way};
use super::render;
use crate::backend::Settings;
use crate::view::List;

/// Makes a table like ours under another name, and takes it away again in the same transaction.
pub fn probe(settings: &Settings) -> Result<(), String> {
    let mut connection = Connection::open(settings.namespace()).map_err(|error| error.to_string())?;
    for ip6 in settings.families.each() {
        let mut batch = render::skeleton(settings, ip6).rename(&Table::new(family(ip6), "kube-proxy-probe"));
        trial(&mut batch, settings, ip6);
        batch.delete_table();
        connection.commit(&batch).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn trial(batch: &mut Batch, settings: &Settings, ip6: bool) {
    render::affinity(batch, 1, ip6);
    let plan = Plan { way: Way::Internal(List::Cluster, 1), node_port: false, sticky: true };
    plan.write(batch, settings, ip6);
}
