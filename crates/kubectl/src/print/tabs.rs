//! Text in columns: cells end at tabs, and a column is as wide as its widest cell in consecutive lines. Go's `text/tabwriter`.

/// Lays out text.
#[derive(Clone, Debug)]
pub struct Tabs {
    min: usize,
    padding: usize,
    /// Widths that later pieces keep; none if each piece stands for itself.
    remembered: Option<Vec<usize>>,
}

impl Tabs {
    /// As lists are laid out.
    pub fn list() -> Self {
        Self { min: 6, padding: 3, remembered: Some(Vec::new()) }
    }

    /// As descriptions are laid out.
    pub fn describe() -> Self {
        Self { min: 0, padding: 2, remembered: None }
    }

    /// Other widths.
    pub fn new(min: usize, padding: usize) -> Self {
        Self { min, padding, remembered: None }
    }

    /// Lays out a piece of text.
    pub fn render(&mut self, text: &str) -> String {
        let ended = text.ends_with('\n');
        let body = if ended { &text[..text.len() - 1] } else { text };
        if text.is_empty() {
            return String::new();
        }
        let lines: Vec<Vec<&str>> = body.split('\n').map(|line| line.split('\t').collect()).collect();
        let mut out = String::with_capacity(text.len() * 2);
        self.block(&lines, &mut Vec::new(), &mut out);
        if !ended {
            out.pop();
        }
        out
    }

    fn block(&mut self, lines: &[Vec<&str>], widths: &mut Vec<usize>, out: &mut String) {
        let column = widths.len();
        let (mut done, mut at) = (0, 0);
        while at < lines.len() {
            if column + 1 >= lines[at].len() {
                at += 1;
                continue;
            }
            write(&lines[done..at], widths, out);
            let start = at;
            let mut width = self.min;
            while at < lines.len() && column + 1 < lines[at].len() {
                width = width.max(lines[at][column].chars().count() + self.padding);
                at += 1;
            }
            if let Some(remembered) = &mut self.remembered {
                match remembered.get_mut(column) {
                    Some(before) => {
                        width = width.max(*before);
                        *before = width;
                    }
                    None => remembered.push(width),
                }
            }
            widths.push(width);
            self.block(&lines[start..at], widths, out);
            widths.pop();
            done = at;
        }
        write(&lines[done..], widths, out);
    }
}

fn write(lines: &[Vec<&str>], widths: &[usize], out: &mut String) {
    for line in lines {
        for (index, cell) in line.iter().enumerate() {
            out.push_str(cell);
            if let Some(width) = widths.get(index) {
                out.extend(std::iter::repeat_n(' ', width.saturating_sub(cell.chars().count())));
            }
        }
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::Tabs;

    #[test]
    fn columns_are_as_wide_as_their_block() {
        let text = "Name:\tx\nLabels:\ta=b\nStatus:\n  deep\tvalue\n  deeper still\tv\nEnd\n";
        let expected = "Name:    x\nLabels:  a=b\nStatus:\n  deep          value\n  deeper still  v\nEnd\n";
        assert_eq!(Tabs::describe().render(text), expected);
        let mut list = Tabs::list();
        assert_eq!(list.render("NAME\tAGE\nlonger-name\t5s\n"), "NAME          AGE\nlonger-name   5s\n");
        assert_eq!(list.render("a\t1s\n"), "a             1s\n");
    }
}
