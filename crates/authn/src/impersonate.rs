//! Acting as somebody else, by headers: whom, and what the client must be allowed for that. Pure; `apiserver` asks the authorizer.

use http::HeaderMap;
use resource::User;

use crate::identity::{
    ALL_AUTHENTICATED, ALL_UNAUTHENTICATED, service_account_groups, split_service_account,
};

/// One thing that the client must be allowed to `impersonate`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ask {
    /// `users`, `groups`, `serviceaccounts`, `userextras` or `uids`.
    pub resource: &'static str,
    /// Empty for core.
    pub group: &'static str,
    /// The key of a user's extra.
    pub subresource: String,
    /// The namespace of a service account.
    pub namespace: String,
    /// Which.
    pub name: String,
}

/// Whom the client wants to be, and what it must be allowed for that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Impersonation {
    /// Whom.
    pub user: User,
    /// For which.
    pub asks: Vec<Ask>,
}

const GROUP: &str = "authentication.k8s.io";
const EXTRA: &str = "impersonate-extra-";

/// What the headers ask for; `None` if nothing, an error if they make no sense.
pub fn read(headers: &HeaderMap) -> Result<Option<Impersonation>, String> {
    let text = |value: &http::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    let first = |name: &str| headers.get(name).map(text).unwrap_or_default();
    let (name, uid) = (first("impersonate-user"), first("impersonate-uid"));
    let groups: Vec<String> = headers.get_all("impersonate-group").iter().map(text).collect();
    let mut extra: Vec<(String, Vec<String>)> = Vec::new();
    for key in headers.keys().filter_map(|key| key.as_str().strip_prefix(EXTRA).map(|rest| (key, rest))) {
        let values = headers.get_all(key.0).iter().map(text).collect();
        extra.push((unescaped(key.1), values));
    }
    let mut asks = Vec::new();
    let mut user = User { name: name.clone(), uid: uid.clone(), groups: Vec::new(), extra };
    match split_service_account(&name) {
        _ if name.is_empty() => {}
        Some((namespace, account)) => {
            let (namespace, name) = (namespace.to_owned(), account.to_owned());
            if groups.is_empty() {
                user.groups = service_account_groups(&namespace);
            }
            asks.push(Ask { resource: "serviceaccounts", namespace, name, ..Ask::default() });
        }
        None => asks.push(Ask { resource: "users", name: name.clone(), ..Ask::default() }),
    }
    for group in &groups {
        asks.push(Ask { resource: "groups", name: group.clone(), ..Ask::default() });
    }
    for (key, values) in &user.extra {
        asks.extend(values.iter().map(|value| Ask {
            resource: "userextras",
            group: GROUP,
            subresource: key.clone(),
            name: value.clone(),
            ..Ask::default()
        }));
    }
    if !uid.is_empty() {
        asks.push(Ask { resource: "uids", group: GROUP, name: uid, ..Ask::default() });
    }
    if asks.is_empty() {
        return Ok(None);
    }
    if name.is_empty() {
        return Err(format!("requested {} without impersonating a user", described(&asks)));
    }
    user.groups.extend(groups);
    mark(&mut user);
    Ok(Some(Impersonation { user, asks }))
}

/// Puts the user among those who are known, or who are not.
fn mark(user: &mut User) {
    let is_in = |user: &User, group: &str| user.groups.iter().any(|one| one == group);
    if user.name == "system:anonymous" {
        if !is_in(user, ALL_UNAUTHENTICATED) {
            user.groups.push(ALL_UNAUTHENTICATED.to_owned());
        }
    } else if !is_in(user, ALL_AUTHENTICATED) && !is_in(user, ALL_UNAUTHENTICATED) {
        user.groups.push(ALL_AUTHENTICATED.to_owned());
    }
}

fn described(asks: &[Ask]) -> String {
    let all: Vec<String> =
        asks.iter().map(|ask| format!("{} {}", ask.resource, meta::go::quote(&ask.name))).collect();
    format!("[{}]", all.join(" "))
}

/// Without percent escapes; as it is, if they are broken.
fn unescaped(key: &str) -> String {
    let (bytes, mut out, mut at) = (key.as_bytes(), Vec::new(), 0);
    while at < bytes.len() {
        if bytes[at] == b'%' {
            let digits = bytes.get(at + 1..at + 3).and_then(|digits| std::str::from_utf8(digits).ok());
            let Some(byte) = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) else {
                return key.to_owned();
            };
            out.push(byte);
            at += 3;
        } else {
            out.push(bytes[at]);
            at += 1;
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| key.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(list: &[(&'static str, &str)]) -> HeaderMap {
        let mut map = HeaderMap::new();
        for (name, value) in list {
            map.append(*name, value.parse().unwrap());
        }
        map
    }

    #[test]
    fn headers_name_a_user_and_what_must_be_allowed() {
        for (list, user, asks) in [
            (vec![("impersonate-user", "bob")], "bob [system:authenticated]", "users/bob"),
            (
                vec![("impersonate-user", "bob"), ("impersonate-group", "a"), ("impersonate-group", "b")],
                "bob [a b system:authenticated]",
                "users/bob groups/a groups/b",
            ),
            (
                vec![("impersonate-user", "system:serviceaccount:n:s")],
                "system:serviceaccount:n:s [system:serviceaccounts system:serviceaccounts:n system:authenticated]",
                "serviceaccounts/n/s",
            ),
            (
                vec![("impersonate-user", "system:serviceaccount:n:s"), ("impersonate-group", "g")],
                "system:serviceaccount:n:s [g system:authenticated]",
                "serviceaccounts/n/s groups/g",
            ),
            (
                vec![("impersonate-user", "system:anonymous")],
                "system:anonymous [system:unauthenticated]",
                "users/system:anonymous",
            ),
            (
                vec![("impersonate-user", "bob"), ("impersonate-extra-x%2fy", "1"), ("impersonate-uid", "u")],
                "bob [system:authenticated]",
                "users/bob userextras/x/y/1 uids/u",
            ),
        ] {
            let found = read(&headers(&list)).unwrap().unwrap();
            assert_eq!(format!("{} [{}]", found.user.name, found.user.groups.join(" ")), user);
            let shown = |ask: &Ask| {
                let parts = [ask.resource, &ask.namespace, &ask.subresource, &ask.name];
                parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("/")
            };
            assert_eq!(found.asks.iter().map(shown).collect::<Vec<_>>().join(" "), asks);
        }
        assert_eq!(read(&HeaderMap::new()), Ok(None));
        for wrong in [("impersonate-group", "a"), ("impersonate-uid", "a"), ("impersonate-extra-x", "a")] {
            assert!(read(&headers(&[wrong])).unwrap_err().contains("without impersonating a user"));
        }
    }
}
