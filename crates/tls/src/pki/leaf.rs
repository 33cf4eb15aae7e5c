//! Leaves on disk: one that still fits is used again, so that a restart changes no certificate; else a new one takes its place.
//!
//! A damaged leaf is simply replaced: unlike an authority, nothing but its own holder depends on it.

use std::path::Path;
use std::time::SystemTime;

use super::{PkiError, ending};
use crate::authority::{Authority, Leaf};
use crate::bundle::Certified;
use crate::files::{self, PRIVATE, PUBLIC};
use crate::info::CertificateInfo;
use crate::provider;

/// The stored leaf, if it is good for what is wanted; else a new one, stored. The caller holds the directory's lock.
pub(super) fn stored_or_new(
    stem: &Path,
    authority: &Authority,
    wanted: &Leaf,
    now: SystemTime,
) -> Result<Certified, PkiError> {
    let (certificate_path, key_path) = (ending(stem, ".crt"), ending(stem, ".key"));
    if let (Some(certificate), Some(key)) = (files::read(&certificate_path)?, files::read(&key_path)?) {
        let stored = Certified { certificate, key };
        if fits(&stored, authority, wanted, now) {
            return Ok(stored);
        }
    }
    let made = authority.issue(wanted, now)?;
    files::write(&key_path, &made.key, PRIVATE)?;
    files::write(&certificate_path, &made.certificate, PUBLIC)?;
    Ok(made)
}

fn fits(stored: &Certified, authority: &Authority, wanted: &Leaf, now: SystemTime) -> bool {
    // Checks that key and certificate are a pair, which a crash between the two writes leaves them not to be.
    let pair = provider::certified_key(stored, "").is_ok();
    let info = CertificateInfo::from_pem(&stored.certificate);
    pair && authority.signed(&stored.certificate)
        && info.is_ok_and(|info| says(&info, wanted) && fresh(&info, now))
}

fn says(info: &CertificateInfo, wanted: &Leaf) -> bool {
    info.subject.common_name == wanted.subject.common_name
        && sorted(&info.subject.organizations) == sorted(&wanted.subject.organizations)
        && info.names.same(&wanted.names)
        && info.usages == wanted.usages
}

fn sorted(names: &[String]) -> Vec<&String> {
    let mut names: Vec<_> = names.iter().collect();
    names.sort();
    names
}

/// More than a third of its life is left.
fn fresh(info: &CertificateInfo, now: SystemTime) -> bool {
    let life = info.not_after.duration_since(info.not_before).unwrap_or_default();
    let left = info.not_after.duration_since(now).unwrap_or_default();
    now >= info.not_before && left > life / 3
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;
    use crate::names::{AlternativeNames, Subject};
    use crate::usage::Usage;

    const DAY: Duration = Duration::from_secs(24 * 3600);

    fn leaf(name: &str, groups: &[&str], hosts: &[&str]) -> Leaf {
        let usages = vec![Usage::DigitalSignature, Usage::ClientAuth];
        let names = AlternativeNames::hosts(hosts);
        Leaf { subject: Subject::user(name, groups), names, usages, lifetime: 90 * DAY }
    }

    #[test]
    fn a_leaf_fits_while_it_says_the_same_and_is_fresh() {
        let now = UNIX_EPOCH + 20_000 * DAY;
        let ours = Authority::create("ours", now, 3000 * DAY).unwrap();
        let other = Authority::create("ours", now, 3000 * DAY).unwrap();
        let made = leaf("a", &["g", "h"], &["x", "10.0.0.1"]);
        let stored = ours.issue(&made, now).unwrap();
        let mixed = Certified { key: ours.issue(&made, now).unwrap().key, ..stored.clone() };
        for (stored, authority, wanted, at, expected, why) in [
            (&stored, &ours, made.clone(), now, true, "as made"),
            (
                &stored,
                &ours,
                leaf("a", &["h", "g"], &["10.0.0.1", "x", "x"]),
                now,
                true,
                "order does not matter",
            ),
            (&stored, &ours, leaf("b", &["g", "h"], &["x", "10.0.0.1"]), now, false, "another name"),
            (&stored, &ours, leaf("a", &["g"], &["x", "10.0.0.1"]), now, false, "a group less"),
            (&stored, &ours, leaf("a", &["g", "h"], &["x"]), now, false, "a host less"),
            (&stored, &other, made.clone(), now, false, "another authority of the same name"),
            (&mixed, &ours, made.clone(), now, false, "another key"),
            (&stored, &ours, made.clone(), now + 59 * DAY, true, "more than a third left"),
            (&stored, &ours, made.clone(), now + 60 * DAY, false, "a third left"),
            (&stored, &ours, made.clone(), now + 100 * DAY, false, "expired"),
            (&stored, &ours, made.clone(), now - DAY, false, "not yet valid"),
        ] {
            assert_eq!(fits(stored, authority, &wanted, at), expected, "{why}");
        }
    }
}
