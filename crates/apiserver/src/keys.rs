//! How servers of one datastore come to have the same authorities and keys: the first leaves them there, sealed with a secret that all
//! are given (`--token`), and the others take them. Without the secret whoever runs the servers copies them; a server with others than
//! the cluster's does not start.

use std::fs;
use std::path::Path;

use runtime::Clock;
use store::{Error, Store};

use crate::Config;
use crate::run::{RunError, open_store};

/// Where they are: not among the objects.
const KEY: &str = "/navarch/keys";

/// Makes this server's authorities those of the cluster. Must come before they are first opened.
pub async fn share_keys(config: &Config, clock: &Clock) -> Result<(), RunError> {
    if !config.is_shared() {
        return Ok(());
    }
    let store = open_store(config, clock).await?;
    let outcome = exchange(&store, &config.pki_dir(), config.token.as_deref(), clock).await;
    store.close().await;
    outcome
}

async fn exchange(store: &Store, own: &Path, token: Option<&str>, clock: &Clock) -> Result<(), RunError> {
    loop {
        let found = store.get(KEY).await?.map(|found| found.value);
        let have = tls::Pki::export(own)?;
        match (found, have) {
            (Some(left), have) => return take(&left, have, own, token),
            (None, have) => {
                // Made elsewhere first: another server may be quicker, and then these are nobody's.
                let new = own.with_extension("new");
                let made = match &have {
                    Some(made) => made.clone(),
                    None => make(&new, clock)?,
                };
                let outcome = store.create(KEY, record(&made, token)?, None).await;
                if have.is_none() && outcome.is_ok() {
                    tls::Pki::import(own, &made)?;
                }
                let _ = fs::remove_dir_all(&new);
                match outcome {
                    Ok(_) => return Ok(()),
                    Err(Error::Conflict(_)) => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
    }
}

fn make(directory: &Path, clock: &Clock) -> Result<String, RunError> {
    let _ = fs::remove_dir_all(directory);
    tls::Pki::open_or_create(directory, clock)?;
    tls::Pki::export(directory)?
        .ok_or_else(|| RunError::Flag("the keys that were just made are gone".to_owned()))
}

/// The hash of the authority, by which everybody can see whether it is the same, and what is sealed.
fn record(made: &str, token: Option<&str>) -> Result<Vec<u8>, RunError> {
    let mut record = format!("{}\n", hash(made)?).into_bytes();
    if let Some(token) = token {
        let sealed = tls::seal(token, made).map_err(|error| RunError::Flag(error.to_string()))?;
        record.extend(sealed);
    }
    Ok(record)
}

fn hash(made: &str) -> Result<String, RunError> {
    let rest = made.split_once("# server-ca.crt\n").map_or(made, |(_, rest)| rest);
    tls::ca_hash(rest.split("# ").next().unwrap_or(rest))
        .map_err(|error| RunError::Flag(format!("the authority of servers: {error}")))
}

/// Takes what another server left, or sees that it is what this one has.
fn take(left: &[u8], have: Option<String>, own: &Path, token: Option<&str>) -> Result<(), RunError> {
    let end = left.iter().position(|byte| *byte == b'\n').unwrap_or(left.len());
    let (theirs, sealed) = (String::from_utf8_lossy(&left[..end]), left.get(end + 1..).unwrap_or_default());
    let refuse = |why: &str| {
        Err(RunError::Flag(format!(
            "the datastore belongs to a cluster whose keys {why}: give all servers the same --token, or copy {} from a \
             server that runs",
            own.display()
        )))
    };
    if let Some(have) = have {
        return if hash(&have)? == theirs { Ok(()) } else { refuse("are others than this server's") };
    }
    match token {
        None => refuse("this server does not have"),
        Some(_) if sealed.is_empty() => refuse("were left without a --token"),
        Some(token) => match tls::unseal(token, sealed) {
            Ok(text) => Ok(tls::Pki::import(own, &text)?),
            Err(_) => refuse("were sealed with another --token"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn servers_get_the_same_keys_by_the_token_only() {
        let dir = tempfile::tempdir().unwrap();
        let settings = store::embedded::Config::default();
        let store =
            Store::new(store::embedded::Embedded::open(&dir.path().join("store"), settings).await.unwrap());
        let clock = Clock::system();
        let at = |name: &str| dir.path().join(name);
        let both = [at("one"), at("two")];
        let [one, two] = both.each_ref().map(|own| exchange(&store, own, Some("secret"), &clock));
        let (one, two) = tokio::join!(one, two);
        one.and(two).unwrap();
        let keys = both.map(|own| tls::Pki::export(&own).unwrap().unwrap());
        assert_eq!(keys[0], keys[1]);
        exchange(&store, &at("one"), None, &clock).await.unwrap();
        for (token, why) in [(None, "does not have"), (Some("guess"), "another --token")] {
            let error = exchange(&store, &at("three"), token, &clock).await.unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
        tls::Pki::open_or_create(&at("other"), &clock).unwrap();
        let error = exchange(&store, &at("other"), Some("secret"), &clock).await.unwrap_err().to_string();
        assert!(error.contains("others than this server's"), "{error}");
        store.close().await;
    }
}
