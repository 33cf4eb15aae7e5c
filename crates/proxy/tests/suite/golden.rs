//! One input, every dialect. `NAVARCH_UPDATE_GOLDEN=1` writes the files anew; look at the difference before you commit it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use proxy::backend::Settings;
use proxy::iptables::render::{Scope, rules, text};
use proxy::nftables::ledger::Ledger;
use proxy::view::View;

use crate::objects;

fn settings() -> Settings {
    let cluster_cidrs = vec!["10.244.0.0/16".parse().unwrap(), "fd00::/16".parse().unwrap()];
    Settings { cluster_cidrs, ..Settings::default() }
}

/// Families that the case has services of; the other one has only what is always there.
fn families(view: &View) -> Vec<bool> {
    let mut families: Vec<_> = view.ports.keys().map(|name| name.ip6).collect();
    families.sort();
    families.dedup();
    families
}

fn nftables(view: &View) -> String {
    let mut out = String::new();
    for ip6 in families(view) {
        write!(out, "{}", Ledger::new(ip6).rebuild(&settings(), view)).unwrap();
    }
    out
}

fn iptables(view: &View) -> String {
    let mut out = String::new();
    for ip6 in families(view) {
        let ports = view.ports.iter().filter(|(name, _)| name.ip6 == ip6);
        let all: BTreeMap<_, _> =
            ports.map(|(name, port)| (name.clone(), rules(name, port, &settings()))).collect();
        let jumps = proxy::iptables::names::JUMPS.iter().collect();
        let scope = Scope { ports: all.keys().collect(), gone: Default::default(), jumps };
        writeln!(out, "# {}", if ip6 { "ip6tables-restore --noflush" } else { "iptables-restore --noflush" })
            .unwrap();
        out.push_str(&text(&all, view, &scope, &settings(), ip6));
    }
    out
}

#[test]
fn every_case_reads_in_every_dialect_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let update = std::env::var_os("NAVARCH_UPDATE_GOLDEN").is_some();
    let mut cases = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "yaml") {
            continue;
        }
        cases += 1;
        let view = objects::view(&std::fs::read_to_string(&path).unwrap());
        for (dialect, rendered) in [("nftables", nftables(&view)), ("iptables", iptables(&view))] {
            let golden = path.with_extension(dialect);
            if update {
                std::fs::write(&golden, &rendered).unwrap();
            }
            let recorded = std::fs::read_to_string(&golden).unwrap_or_default();
            assert!(recorded == rendered, "{} differs; now it is\n{rendered}", golden.display());
        }
    }
    assert!(cases >= 4);
}
