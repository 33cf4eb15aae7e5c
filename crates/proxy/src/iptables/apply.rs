//! The view into the kernel, by one `iptables-restore --noflush` per family.

use std::collections::{BTreeMap, BTreeSet};

use netfilter::iptables::Iptables;

use super::names::{JUMPS, Jump, is_service_chain};
use super::render::{self, Scope, ServiceRules, condition};
use crate::backend::{Backend, Error, Settings};
use crate::view::{PortName, View};

/// Finds the tools; nothing is changed yet.
pub fn open(settings: &Settings) -> Result<Box<dyn Backend>, Error> {
    let mut families = Vec::new();
    for ip6 in settings.families.each() {
        let tools = Iptables::detect(ip6, settings.namespace())?;
        tracing::info!(ip6, variant = tools.variant().word(), "iptables");
        families.push(Side { tools, applied: BTreeMap::new() });
    }
    Ok(Box::new(Chains { settings: settings.clone(), families }))
}

/// The same with tools that were chosen already.
pub fn with(settings: &Settings, tools: Vec<Iptables>) -> Box<dyn Backend> {
    let families = tools.into_iter().map(|tools| Side { tools, applied: BTreeMap::new() }).collect();
    Box::new(Chains { settings: settings.clone(), families })
}

struct Chains {
    settings: Settings,
    families: Vec<Side>,
}

/// One family.
struct Side {
    tools: Iptables,
    applied: BTreeMap<PortName, ServiceRules>,
}

impl Backend for Chains {
    fn rebuild(&mut self, view: &View) -> Result<(), Error> {
        self.families.iter_mut().try_for_each(|side| side.rebuild(view, &self.settings))
    }

    fn update(&mut self, view: &View, changed: &BTreeSet<PortName>) -> Result<(), Error> {
        self.families.iter_mut().try_for_each(|side| side.update(view, changed, &self.settings))
    }

    fn is_intact(&mut self) -> bool {
        self.families
            .iter()
            .all(|side| JUMPS.iter().filter(|jump| jump.table == "nat").all(|jump| side.has(jump)))
    }
}

impl Side {
    fn has(&self, jump: &Jump) -> bool {
        let comment = ["-m", "comment", "--comment", jump.comment, "-j", jump.to];
        self.tools.has_rule(jump.table, jump.from, &comment)
    }

    fn rebuild(&mut self, view: &View, settings: &Settings) -> Result<(), Error> {
        let ip6 = self.tools.is_ip6();
        let there: BTreeMap<_, _> =
            [("nat", self.tools.save("nat")?), ("filter", self.tools.save("filter")?)].into();
        let missing = |jump: &&Jump| !there[jump.table].lines().any(|line| leads(line, jump));
        let ports = view.ports.iter().filter(|(name, _)| name.ip6 == ip6);
        let all: BTreeMap<PortName, ServiceRules> =
            ports.map(|(name, port)| (name.clone(), render::rules(name, port, settings))).collect();
        let chains: BTreeSet<&String> = all.values().flat_map(|rules| &rules.chains).collect();
        let gone = there["nat"].lines().filter_map(chain).filter(|name| is_service_chain(name));
        let scope = Scope {
            ports: all.keys().collect(),
            gone: gone.filter(|name| !chains.contains(name)).collect(),
            jumps: JUMPS.iter().filter(missing).collect(),
        };
        self.tools.restore(&render::text(&all, view, &scope, settings, ip6))?;
        self.applied = all;
        Ok(())
    }

    fn update(
        &mut self,
        view: &View,
        changed: &BTreeSet<PortName>,
        settings: &Settings,
    ) -> Result<(), Error> {
        let ip6 = self.tools.is_ip6();
        let mut all = self.applied.clone();
        let mut gone = BTreeSet::new();
        let mut ports = Vec::new();
        for name in changed.iter().filter(|name| name.ip6 == ip6) {
            let before = all.remove(name).unwrap_or_default();
            gone.extend(before.chains);
            if let Some(port) = view.ports.get(name) {
                let rules = render::rules(name, port, settings);
                rules.chains.iter().for_each(|chain| {
                    gone.remove(chain);
                });
                all.insert(name.clone(), rules);
                ports.push(name);
            }
        }
        if ports.is_empty() && gone.is_empty() {
            return Ok(());
        }
        let scope = Scope { ports, gone, jumps: Vec::new() };
        self.tools.restore(&render::text(&all, view, &scope, settings, ip6))?;
        self.applied = all;
        Ok(())
    }
}

/// The name in a chain's line of iptables-save.
fn chain(line: &str) -> Option<String> {
    Some(line.strip_prefix(':')?.split(' ').next()?.to_owned())
}

fn leads(line: &str, jump: &Jump) -> bool {
    line.starts_with(&format!("-A {} ", jump.from))
        && line.ends_with(&format!("-j {}", jump.to))
        && line.contains(jump.comment)
        && condition(jump).contains("--ctstate") == line.contains("--ctstate")
}
