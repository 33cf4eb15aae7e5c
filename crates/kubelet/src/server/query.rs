//! The query of a request: pairs, decoded. Pure.

/// All pairs, in order.
pub(super) fn pairs(query: &str) -> Vec<(String, String)> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .map(|(key, value)| (decode(key), decode(value)))
        .collect()
}

/// The first value of a name.
pub(super) fn first<'a>(pairs: &'a [(String, String)], name: &str) -> Option<&'a str> {
    pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}

/// `%41` and `+`.
fn decode(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let rest = bytes.clone().take(2).collect::<Vec<u8>>();
        let code = rest
            .get(..2)
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match (byte, code) {
            (b'%', Some(code)) => {
                out.push(code);
                bytes.nth(1);
            }
            (b'+', _) => out.push(b' '),
            (byte, _) => out.push(byte),
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_decoded() {
        let all = pairs("command=sh&command=-c&command=echo%20a%2Bb+c%&input=1");
        let commands: Vec<&str> =
            all.iter().filter(|(key, _)| key == "command").map(|(_, value)| value.as_str()).collect();
        assert_eq!(commands, ["sh", "-c", "echo a+b c%"]);
        assert_eq!(first(&all, "input"), Some("1"));
    }
}
