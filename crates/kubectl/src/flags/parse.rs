//! From words to flags and arguments, by pflag's rules: flags anywhere, `--flag=value` or `--flag value`, short ones joined, `--` ends them.

use super::given::{nanoseconds, truth};
use super::{Flag, Flags, Kind};
use crate::error::{Error, Result};

/// What is left of a command line when its flags are taken out.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The flags.
    pub flags: Flags,
    /// The arguments.
    pub args: Vec<String>,
    /// How many arguments came before `--`, if it was there.
    pub dash: Option<usize>,
}

/// Reads the words after a verb's name.
pub fn parse(words: &[String], sets: &[&'static [Flag]], interspersed: bool) -> Result<Parsed> {
    let mut parsed = Parsed::default();
    for flag in sets.iter().flat_map(|set| set.iter()) {
        parsed.flags.known.entry(flag.long).or_insert(flag);
    }
    let mut words = words.iter().cloned();
    while let Some(word) = words.next() {
        if word == "--" {
            parsed.dash = Some(parsed.args.len());
            parsed.args.extend(words);
            return Ok(parsed);
        }
        if let Some(long) = word.strip_prefix("--") {
            parsed.long(long, &mut words)?;
        } else if word.len() > 1 && word.starts_with('-') {
            parsed.short(&word[1..], &mut words)?;
        } else {
            parsed.args.push(word);
            if !interspersed {
                parsed.args.extend(words);
                return Ok(parsed);
            }
        }
    }
    Ok(parsed)
}

impl Parsed {
    fn long(&mut self, text: &str, rest: &mut impl Iterator<Item = String>) -> Result {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (text, None),
        };
        let Some(flag) = self.flags.known.get(name).copied() else {
            return Err(Error::Usage(format!("unknown flag: --{name}")));
        };
        let value = match value {
            Some(value) => value,
            None if !flag.implied.is_empty() => flag.implied.to_owned(),
            None => rest.next().ok_or_else(|| Error::Usage(format!("flag needs an argument: --{name}")))?,
        };
        self.set(flag, value)
    }

    fn short(&mut self, letters: &str, rest: &mut impl Iterator<Item = String>) -> Result {
        let mut left = letters;
        while let Some(letter) = left.chars().next() {
            let after = &left[letter.len_utf8()..];
            let Some(flag) = self.flags.known.values().find(|flag| flag.short == letter).copied() else {
                return Err(Error::Usage(format!("unknown shorthand flag: '{letter}' in -{left}")));
            };
            if let Some(value) = after.strip_prefix('=') {
                return self.set(flag, value.to_owned());
            }
            if !flag.implied.is_empty() {
                self.set(flag, flag.implied.to_owned())?;
                left = after;
                continue;
            }
            let value = if after.is_empty() { rest.next() } else { Some(after.to_owned()) };
            let missing = || Error::Usage(format!("flag needs an argument: '{letter}' in -{left}"));
            return self.set(flag, value.ok_or_else(missing)?);
        }
        Ok(())
    }

    fn set(&mut self, flag: &'static Flag, value: String) -> Result {
        let wrong = match flag.kind {
            Kind::Switch if truth(&value).is_none() => {
                Some(format!("strconv.ParseBool: parsing {}: invalid syntax", meta::go::quote(&value)))
            }
            Kind::Number => match value.parse::<i64>() {
                Ok(_) => None,
                Err(_) => {
                    Some(format!("strconv.ParseInt: parsing {}: invalid syntax", meta::go::quote(&value)))
                }
            },
            Kind::Duration if nanoseconds(&value).is_none() || value.is_empty() => {
                Some(format!("time: invalid duration {}", meta::go::quote(&value)))
            }
            _ => None,
        };
        if let Some(wrong) = wrong {
            let value = meta::go::quote(&value);
            return Err(Error::Usage(format!(
                "invalid argument {value} for \"{}\" flag: {wrong}",
                flag.title()
            )));
        }
        self.flags.given.entry(flag.long).or_default().push(value);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static FLAGS: &[Flag] = &[
        Flag::text("namespace", "", "").short('n'),
        Flag::switch("all", "").short('A'),
        Flag::number("replicas", "1", ""),
        Flag::text("dry-run", "none", "").implied("unchanged"),
        Flag::repeat("env", "").short('e'),
    ];

    fn read(line: &str) -> Result<Parsed> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        parse(&words, &[FLAGS], true)
    }

    #[test]
    fn flags_are_taken_wherever_they_stand() {
        let parsed =
            read("get -n kube-system pods -A --replicas=3 a --dry-run b -e x=1 -ey=2 -- -n c").unwrap();
        assert_eq!(parsed.args, ["get", "pods", "a", "b", "-n", "c"]);
        assert_eq!(parsed.dash, Some(4));
        assert_eq!(parsed.flags.text("namespace"), "kube-system");
        assert!(parsed.flags.on("all"));
        assert_eq!(parsed.flags.int("replicas"), 3);
        assert_eq!(parsed.flags.text("dry-run"), "unchanged");
        assert_eq!(parsed.flags.list("env"), ["x=1", "y=2"]);
    }

    #[test]
    fn what_is_wrong_is_told_in_the_words_of_pflag() {
        for (line, expected) in [
            ("--nope", "unknown flag: --nope"),
            ("-x", "unknown shorthand flag: 'x' in -x"),
            ("-Ax", "unknown shorthand flag: 'x' in -x"),
            ("--namespace", "flag needs an argument: --namespace"),
            ("-n", "flag needs an argument: 'n' in -n"),
            (
                "--replicas=x",
                "invalid argument \"x\" for \"--replicas\" flag: strconv.ParseInt: parsing \"x\": invalid syntax",
            ),
            (
                "-A=perhaps",
                "invalid argument \"perhaps\" for \"-A, --all\" flag: strconv.ParseBool: parsing \"perhaps\": invalid syntax",
            ),
        ] {
            assert_eq!(read(line).unwrap_err().to_string(), expected, "{line}");
        }
    }
}
