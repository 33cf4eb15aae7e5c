//! Text that grows by lines at levels; cells end at tabs.

/// The text of a description, not yet laid out.
#[derive(Debug, Default)]
pub struct Text(pub String);

impl Text {
    /// A line at a level.
    pub fn line(&mut self, level: usize, text: impl AsRef<str>) {
        self.part(level, text);
        self.0.push('\n');
    }

    /// The beginning of a line.
    pub fn part(&mut self, level: usize, text: impl AsRef<str>) {
        self.0.extend(std::iter::repeat_n("  ", level));
        self.0.push_str(text.as_ref());
    }

    /// A name and its value.
    pub fn field(&mut self, level: usize, name: &str, value: impl std::fmt::Display) {
        self.line(level, format!("{name}:\t{value}"));
    }

    /// The same, if there is a value.
    pub fn some(&mut self, level: usize, name: &str, value: &str) {
        if !value.is_empty() {
            self.field(level, name, value);
        }
    }
}
