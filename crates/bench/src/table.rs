//! A table that reads well both on a terminal and as Markdown: columns are aligned. Pure.

/// Rows of cells under a heading.
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Under this heading.
    pub(crate) fn new<const N: usize>(heading: [&str; N]) -> Self {
        Self { rows: vec![heading.map(str::to_owned).to_vec()] }
    }

    /// One more row.
    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.to_vec());
    }

    /// The text: the first column to the left, the others to the right.
    pub(crate) fn render(&self) -> String {
        let columns = self.rows[0].len();
        let width =
            |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<_> = (0..columns).map(width).collect();
        let mut text = String::new();
        for (number, row) in self.rows.iter().enumerate() {
            line(&mut text, row, &widths);
            if number == 0 {
                let rule = |column: usize| {
                    let dashes = "-".repeat(widths[column].saturating_sub(1));
                    if column == 0 { format!(":{dashes}") } else { format!("{dashes}:") }
                };
                line(&mut text, &(0..columns).map(rule).collect::<Vec<_>>(), &widths);
            }
        }
        text
    }
}

fn line(text: &mut String, cells: &[String], widths: &[usize]) {
    for (column, (cell, width)) in cells.iter().zip(widths).enumerate() {
        let pad = " ".repeat(width.saturating_sub(cell.chars().count()));
        let cell = if column == 0 { format!("{cell}{pad}") } else { format!("{pad}{cell}") };
        text.push_str("| ");
        text.push_str(&cell);
        text.push(' ');
    }
    text.push_str("|\n");
}

/// A number with its thousands apart.
pub(crate) fn grouped(number: f64) -> String {
    let digits = format!("{:.0}", number.abs());
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    if number <= -0.5 { format!("-{text}") } else { text }
}
