//! From arguments to resources and names: `pods`, `pod a b`, `pod/a svc/b`, `pods,svc`, `all`.

use std::rc::Rc;

use crate::discovery::{Discovery, Resource};
use crate::error::{Result, bail};

/// What arguments mean.
#[derive(Clone, Debug)]
pub enum What {
    /// Nothing was said.
    Nothing,
    /// All objects of these resources, or those that selectors select.
    All(Vec<Rc<Resource>>),
    /// Objects by name.
    Named(Vec<(Rc<Resource>, String)>),
}

/// The parts of `a,b,a`, each once.
pub fn split_resources(word: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = Vec::new();
    for part in word.split(',') {
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts
}

impl What {
    /// Reads arguments.
    pub fn read(args: &[String], discovery: &Discovery) -> Result<Self> {
        let Some((first, names)) = args.split_first() else { return Ok(Self::Nothing) };
        let types = split_resources(first);
        if types.len() > 1 && !names.is_empty() {
            let pairs: Vec<String> = types
                .iter()
                .flat_map(|kind| names.iter().map(move |name| format!("{kind}/{name}")))
                .collect();
            return Self::pairs(&pairs, discovery);
        }
        let slashes = args.iter().filter(|word| word.contains('/')).count();
        if slashes > 0 {
            if slashes != args.len() {
                bail!(
                    "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form \
                     (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource resource/<resource_name>'"
                );
            }
            return Self::pairs(args, discovery);
        }
        let mut resources: Vec<Rc<Resource>> = Vec::new();
        for word in types {
            let found = match discovery.category(word) {
                category if !category.is_empty() => category,
                _ => vec![discovery.resource(word)?],
            };
            for one in found {
                if !resources.contains(&one) {
                    resources.push(one);
                }
            }
        }
        match (names, resources.as_slice()) {
            ([], _) => Ok(Self::All(resources)),
            (names, [one]) => Ok(Self::Named(names.iter().map(|name| (one.clone(), name.clone())).collect())),
            _ => bail!("you must specify only one resource"),
        }
    }

    fn pairs(args: &[String], discovery: &Discovery) -> Result<Self> {
        let mut named = Vec::new();
        for word in args {
            let parts: Vec<&str> = word.split('/').collect();
            let [kind, name] = parts[..] else {
                bail!("arguments in resource/name form may not have more than one slash");
            };
            if kind.is_empty() || name.is_empty() || kind.contains(',') {
                bail!("arguments in resource/name form must have a single resource and name");
            }
            named.push((discovery.resource(kind)?, name.to_owned()));
        }
        Ok(Self::Named(named))
    }
}
