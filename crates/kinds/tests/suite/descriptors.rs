//! Descriptors say the same as a stock server's discovery.

use schema::discovery;

#[test]
fn descriptors_equal_discovery() {
    let mut wrong = Vec::new();
    for kind in kinds::builtin() {
        for served in &kind.served {
            let at = format!("{} {}", served.api_version(), kind.kind);
            let Some(want) = discovery::resource(&served.group, &served.version, &kind.plural) else {
                wrong.push(format!("{at}: not in discovery"));
                continue;
            };
            let verbs: Vec<&str> = kind.verbs.iter().map(|verb| verb.as_str()).collect();
            let got = (&*kind.kind, &*kind.singular, kind.is_namespaced(), verbs.as_slice());
            let wanted = (want.kind, want.singular, want.namespaced, want.verbs);
            if got != wanted {
                wrong.push(format!("{at}: {got:?}, want {wanted:?}"));
            }
            if kind.short_names != want.short_names || kind.categories != want.categories {
                let wanted = (want.short_names, want.categories);
                wrong.push(format!("{at}: {:?} {:?}, want {wanted:?}", kind.short_names, kind.categories));
            }
            let prefix = format!("{}/", kind.plural);
            let all = discovery::group_versions()
                .iter()
                .find(|gv| gv.group == served.group && gv.version == served.version);
            let mut subs: Vec<String> = all
                .into_iter()
                .flat_map(|gv| gv.resources)
                .filter(|resource| resource.name.starts_with(&prefix))
                .map(|r| {
                    let own = if r.kind == kind.kind { "" } else { r.kind };
                    let version =
                        if own.is_empty() || !r.version.is_empty() { r.version } else { &*served.version };
                    format!("{} {:?} {}/{version} {own}", &r.name[prefix.len()..], r.verbs, r.group)
                })
                .collect();
            let mut own: Vec<String> = kind
                .subresources
                .iter()
                .map(|s| {
                    let verbs: Vec<&str> = s.verbs.iter().map(|verb| verb.as_str()).collect();
                    let (group, version, kind) = s.kind.clone().unwrap_or_default();
                    format!("{} {verbs:?} {group}/{version} {kind}", s.name)
                })
                .collect();
            subs.sort();
            own.sort();
            if subs != own {
                wrong.push(format!("{at}: subresources\n  got  {own:?}\n  want {subs:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
