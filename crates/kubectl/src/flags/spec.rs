//! What a flag is.

/// What a flag takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `--flag`, `--flag=false`.
    Switch,
    /// One text.
    Text,
    /// Texts between commas, or the flag given again.
    List,
    /// One text each time the flag is given.
    Repeat,
    /// A whole number.
    Number,
    /// A span of time in Go's form.
    Duration,
}

/// One flag.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    /// `namespace`.
    pub long: &'static str,
    /// `n`; NUL for none.
    pub short: char,
    /// What it takes.
    pub kind: Kind,
    /// What it is when not given.
    pub default: &'static str,
    /// What it is when given without a value; empty if it must have one.
    pub implied: &'static str,
    /// For people.
    pub help: &'static str,
}

impl Flag {
    const fn new(long: &'static str, kind: Kind, default: &'static str, help: &'static str) -> Self {
        Self { long, short: '\0', kind, default, implied: "", help }
    }

    /// On or off.
    pub const fn switch(long: &'static str, help: &'static str) -> Self {
        Self { implied: "true", ..Self::new(long, Kind::Switch, "false", help) }
    }

    /// On or off, on by default.
    pub const fn switch_on(long: &'static str, help: &'static str) -> Self {
        Self { implied: "true", ..Self::new(long, Kind::Switch, "true", help) }
    }

    /// A text.
    pub const fn text(long: &'static str, default: &'static str, help: &'static str) -> Self {
        Self::new(long, Kind::Text, default, help)
    }

    /// Texts between commas.
    pub const fn list(long: &'static str, help: &'static str) -> Self {
        Self::new(long, Kind::List, "", help)
    }

    /// A text each time.
    pub const fn repeat(long: &'static str, help: &'static str) -> Self {
        Self::new(long, Kind::Repeat, "", help)
    }

    /// A number.
    pub const fn number(long: &'static str, default: &'static str, help: &'static str) -> Self {
        Self::new(long, Kind::Number, default, help)
    }

    /// A span of time.
    pub const fn duration(long: &'static str, default: &'static str, help: &'static str) -> Self {
        Self::new(long, Kind::Duration, default, help)
    }

    /// With a short name.
    pub const fn short(self, short: char) -> Self {
        Self { short, ..self }
    }

    /// With a value for when none is given.
    pub const fn implied(self, implied: &'static str) -> Self {
        Self { implied, ..self }
    }

    /// `-n, --namespace`, as errors name it.
    pub fn title(&self) -> String {
        match self.short {
            '\0' => format!("--{}", self.long),
            short => format!("-{short}, --{}", self.long),
        }
    }
}
