//! Takes our chains away, and the rules that lead to them; everybody else's stay.

use std::collections::BTreeSet;
use std::fmt::Write;

use netfilter::iptables::{Iptables, Variant};

use super::names::{FIXED, JUMPS, is_service_chain};
use crate::backend::{Error, Settings};

/// Cleans both variants and both families, as far as their tools are here: an earlier start may have used another.
pub fn cleanup(settings: &Settings) -> Result<(), Error> {
    for variant in [Variant::Legacy, Variant::Nft] {
        for ip6 in [false, true] {
            let tools = Iptables::new(ip6, variant, settings.namespace());
            for table in ["nat", "filter"] {
                // A tool that is not installed, or a family that is off, has nothing of ours.
                if !tools.has_table(table).unwrap_or(false) {
                    continue;
                }
                let Ok(saved) = tools.save(table) else { continue };
                let text = removal(table, &saved);
                if !text.is_empty() {
                    tools.restore(&text)?;
                }
            }
        }
    }
    Ok(())
}

/// The text that takes away what is ours in this table; empty when nothing is. Pure.
pub fn removal(table: &str, saved: &str) -> String {
    let fixed: BTreeSet<&str> =
        FIXED.iter().filter(|(of, _)| *of == table).flat_map(|(_, chains)| *chains).copied().collect();
    let ours = |chain: &str| fixed.contains(chain) || is_service_chain(chain);
    let chains = saved.lines().filter_map(|line| line.strip_prefix(':')?.split(' ').next());
    let chains: Vec<_> = chains.filter(|chain| ours(chain)).collect();
    if chains.is_empty() {
        return String::new();
    }
    let mut text = format!("*{table}\n");
    for chain in &chains {
        writeln!(text, ":{chain} - [0:0]").expect("a string takes all");
    }
    for line in saved.lines() {
        let leads = |line: &str| {
            let from = line.split(' ').next().unwrap_or_default();
            let jumps = JUMPS.iter().filter(|jump| jump.table == table && jump.from == from);
            jumps.into_iter().any(|jump| line.ends_with(&format!(" -j {}", jump.to)))
        };
        if let Some(rule) = line.strip_prefix("-A ").filter(|rule| leads(rule)) {
            writeln!(text, "-D {rule}").expect("a string takes all");
        }
    }
    for chain in &chains {
        writeln!(text, "-X {chain}").expect("a string takes all");
    }
    text.push_str("COMMIT\n");
    text
}
