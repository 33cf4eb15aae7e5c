//! SHA-256 as images spell it: `sha256:<64 hexadecimal digits>`.

use std::io::{self, Read};

use sha2::{Digest, Sha256};

use super::ImageError;

/// The digest of bytes.
pub fn of(bytes: &[u8]) -> String {
    text(&Sha256::digest(bytes))
}

fn text(hash: &[u8]) -> String {
    hash.iter().fold("sha256:".to_owned(), |text, byte| text + &format!("{byte:02x}"))
}

/// The chain ids of layers with these digests: each depends on all below it.
pub fn chain(diff_ids: &[String]) -> Vec<String> {
    let mut chain: Vec<String> = Vec::new();
    for id in diff_ids {
        chain.push(match chain.last() {
            None => id.clone(),
            Some(below) => of(format!("{below} {id}").as_bytes()),
        });
    }
    chain
}

/// Complains if the two differ.
pub fn check(what: &'static str, expected: &str, found: String) -> Result<(), ImageError> {
    if expected == found {
        Ok(())
    } else {
        Err(ImageError::Digest { what, expected: expected.to_owned(), found })
    }
}

/// A digest's digits, if it is one: part of file names.
pub fn digits(digest: &str) -> Option<&str> {
    let digits = digest.strip_prefix("sha256:")?;
    (digits.len() == 64 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(digits)
}

/// Counts along while it is read.
pub struct Hashing<R> {
    inner: R,
    hash: Sha256,
}

impl<R: Read> Hashing<R> {
    pub fn new(inner: R) -> Self {
        Self { inner, hash: Sha256::new() }
    }

    /// Reads to the end and gives the digest of everything.
    pub fn finish(mut self) -> io::Result<(String, R)> {
        io::copy(&mut self, &mut io::sink())?;
        Ok((text(&self.hash.finalize()), self.inner))
    }
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.hash.update(&buffer[..count]);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_and_chains() {
        let empty = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(of(b""), empty);
        assert_eq!(Hashing::new(&b""[..]).finish().unwrap().0, empty);
        assert_eq!(digits(empty).map(str::len), Some(64));
        assert_eq!(digits("sha256:../../etc"), None);
        let ids = vec!["sha256:a".to_owned(), "sha256:b".to_owned()];
        assert_eq!(chain(&ids), ["sha256:a".to_owned(), of(b"sha256:a sha256:b")]);
    }
}
