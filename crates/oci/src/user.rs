//! Who a container runs as, by the image's own `/etc/passwd` and `/etc/group`. Pure.

use node::ContainerSecurity;

/// Why there is no such user.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum UserError {
    /// The image does not know the name.
    #[error("unable to find user {0}: no matching entries in passwd file")]
    User(String),
    /// The image does not know the group's name.
    #[error("unable to find group {0}: no matching entries in group file")]
    Group(String),
    /// A number that is no id.
    #[error("{0} is no id of a user or group")]
    Number(i64),
}

/// User, group and groups.
pub type Ids = (u32, u32, Vec<u32>);

/// The ids for a container whose image says `image_user` (`name`, `uid`, `user:group`) and has these files.
pub fn resolve(
    security: &ContainerSecurity,
    image_user: &str,
    passwd: &str,
    group: &str,
) -> Result<Ids, UserError> {
    let (image_name, image_group) = match image_user.split_once(':') {
        Some((name, group)) => (name, Some(group)),
        None => (image_user, None),
    };
    let asked = match (security.run_as_user, &security.run_as_username) {
        (Some(uid), _) => id(uid)?.to_string(),
        (None, Some(name)) if !name.is_empty() => name.clone(),
        _ => image_name.to_owned(),
    };
    let from_image =
        security.run_as_user.is_none() && security.run_as_username.as_ref().is_none_or(String::is_empty);
    let asked = if asked.is_empty() { "0".to_owned() } else { asked };
    let entry = passwd.lines().filter_map(Entry::parse).find(|entry| entry.is(&asked));
    let uid = match (&entry, asked.parse::<u32>()) {
        (Some(entry), _) => entry.uid,
        (None, Ok(uid)) => uid,
        (None, Err(_)) => return Err(UserError::User(asked)),
    };
    let gid = match (security.run_as_group, image_group.filter(|_| from_image)) {
        (Some(gid), _) => id(gid)?,
        (None, Some(name)) => group_id(name, group)?,
        (None, None) => entry.as_ref().map_or(0, |entry| entry.gid),
    };
    let mut groups = Vec::new();
    if let (Some(entry), false) = (&entry, security.strict_groups) {
        groups.extend(memberships(&entry.name, group));
    }
    for gid in &security.supplemental_groups {
        groups.push(id(*gid)?);
    }
    groups.push(gid);
    groups.sort_unstable();
    groups.dedup();
    Ok((uid, gid, groups))
}

fn id(number: i64) -> Result<u32, UserError> {
    u32::try_from(number).map_err(|_| UserError::Number(number))
}

struct Entry {
    name: String,
    uid: u32,
    gid: u32,
}

impl Entry {
    fn parse(line: &str) -> Option<Self> {
        let mut fields = line.split(':');
        let name = fields.next().filter(|name| !name.is_empty())?.to_owned();
        let uid = fields.nth(1)?.parse().ok()?;
        Some(Self { name, uid, gid: fields.next()?.parse().ok()? })
    }

    fn is(&self, asked: &str) -> bool {
        self.name == asked || asked.parse() == Ok(self.uid)
    }
}

/// `name:x:gid:members` lines as (name, gid, members).
fn groups(text: &str) -> impl Iterator<Item = (&str, u32, &str)> {
    text.lines().filter_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        let gid = fields.nth(1)?.parse().ok()?;
        Some((name, gid, fields.next().unwrap_or_default()))
    })
}

fn group_id(asked: &str, text: &str) -> Result<u32, UserError> {
    let named = groups(text).find(|(name, ..)| *name == asked).map(|(_, gid, _)| gid);
    named.or_else(|| asked.parse().ok()).ok_or_else(|| UserError::Group(asked.to_owned()))
}

fn memberships(user: &str, text: &str) -> Vec<u32> {
    let member = |members: &str| members.split(',').any(|name| name.trim() == user);
    groups(text).filter(|(_, _, members)| member(members)).map(|(_, gid, _)| gid).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PASSWD: &str = "root:x:0:0:root:/root:/bin/sh\nweb:x:100:101::/srv:/bin/sh\n";
    const GROUP: &str = "root:x:0:\nwww:x:101:\nlogs:x:7:web,other\n";

    #[test]
    fn users_by_name_number_and_image() {
        let plain = ContainerSecurity::default();
        let as_user = |uid| ContainerSecurity { run_as_user: Some(uid), ..plain.clone() };
        let named = |name: &str| ContainerSecurity { run_as_username: Some(name.into()), ..plain.clone() };
        for (security, image, expected) in [
            (plain.clone(), "", Ok((0, 0, vec![0]))),
            (plain.clone(), "web", Ok((100, 101, vec![7, 101]))),
            (plain.clone(), "100", Ok((100, 101, vec![7, 101]))),
            (plain.clone(), "web:logs", Ok((100, 7, vec![7]))),
            (plain.clone(), "5000:6000", Ok((5000, 6000, vec![6000]))),
            (as_user(5000), "web:logs", Ok((5000, 0, vec![0]))),
            (as_user(100), "", Ok((100, 101, vec![7, 101]))),
            (named("web"), "", Ok((100, 101, vec![7, 101]))),
            (named("nobody"), "", Err(UserError::User("nobody".into()))),
            (plain.clone(), "web:nogroup", Err(UserError::Group("nogroup".into()))),
            (as_user(-1), "", Err(UserError::Number(-1))),
            (
                ContainerSecurity {
                    run_as_group: Some(9),
                    supplemental_groups: vec![3],
                    strict_groups: true,
                    ..as_user(100)
                },
                "",
                Ok((100, 9, vec![3, 9])),
            ),
        ] {
            assert_eq!(resolve(&security, image, PASSWD, GROUP), expected, "{image:?}");
        }
    }
}
