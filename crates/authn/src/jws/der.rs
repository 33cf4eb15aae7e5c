//! As much DER as there is in a public key.

/// The OIDs of an elliptic curve key on P-256, one after the other, and of an RSA key.
const P256: &[u8] = &[
    0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03,
    0x01, 0x07,
];
const RSA: &[u8] = &[0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00];

/// The algorithm of a SubjectPublicKeyInfo and the key within.
pub(super) fn public_key(info: &[u8]) -> Option<(&'static str, Vec<u8>)> {
    let (info, _) = element(0x30, info)?;
    let (algorithm, rest) = element(0x30, info)?;
    let (bits, _) = element(0x03, rest)?;
    // The first byte says how many bits at the end are not used: none.
    let key = bits.strip_prefix(&[0])?;
    match algorithm {
        P256 if key.len() == 65 && key[0] == 4 => Some(("ES256", key.to_vec())),
        RSA => Some(("RS256", key.to_vec())),
        _ => None,
    }
}

/// Modulus and exponent of an RSA key, without leading zeros.
pub(super) fn rsa_numbers(key: &[u8]) -> Option<(&[u8], &[u8])> {
    let (numbers, _) = element(0x30, key)?;
    let (n, rest) = element(0x02, numbers)?;
    let (e, _) = element(0x02, rest)?;
    Some((n.strip_prefix(&[0]).unwrap_or(n), e.strip_prefix(&[0]).unwrap_or(e)))
}

/// The content of an element with this tag, and what follows it.
fn element(tag: u8, bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (&found, rest) = bytes.split_first()?;
    let (&first, rest) = rest.split_first()?;
    if found != tag {
        return None;
    }
    let (length, rest) = match first {
        short @ 0..=0x7f => (usize::from(short), rest),
        0x81 => (usize::from(*rest.first()?), rest.get(1..)?),
        0x82 => (usize::from(*rest.first()?) << 8 | usize::from(*rest.get(1)?), rest.get(2..)?),
        _ => return None,
    };
    (rest.len() >= length).then(|| rest.split_at(length))
}
