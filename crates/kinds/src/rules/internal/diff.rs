//! A unified diff of two texts, as upstream's messages carry it: three lines of context, no names of files.
//!
//! The matching blocks are those of the Ratcliff-Obershelp method with its rule for popular lines, since another choice of
//! equal lines would give another text.

use std::collections::HashMap;

const CONTEXT: usize = 3;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tag {
    Equal,
    Change,
}

/// A stretch of both texts: lines `i1..i2` of the old, `j1..j2` of the new.
#[derive(Clone, Copy)]
struct Code {
    tag: Tag,
    i1: usize,
    i2: usize,
    j1: usize,
    j2: usize,
}

/// The difference between two texts; empty if there is none.
pub fn unified(old: &str, new: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (old.split('\n').collect(), new.split('\n').collect());
    let mut out = String::new();
    for group in grouped(codes(&a, &b)) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        out.push_str(&format!("@@ -{} +{} @@\n", range(first.i1, last.i2), range(first.j1, last.j2)));
        for code in group {
            let mut lines = |sign: char, lines: &[&str]| {
                for line in lines {
                    out.push(sign);
                    out.push_str(line);
                    out.push('\n');
                }
            };
            if code.tag == Tag::Equal {
                lines(' ', &a[code.i1..code.i2]);
            } else {
                lines('-', &a[code.i1..code.i2]);
                lines('+', &b[code.j1..code.j2]);
            }
        }
    }
    out
}

fn range(start: usize, stop: usize) -> String {
    match stop - start {
        0 => format!("{start},0"),
        1 => format!("{}", start + 1),
        length => format!("{},{length}", start + 1),
    }
}

fn codes(a: &[&str], b: &[&str]) -> Vec<Code> {
    let places = places(b);
    let mut blocks = Vec::new();
    blocks_between(a, b, &places, (0, a.len(), 0, b.len()), &mut blocks);
    blocks.push((a.len(), b.len(), 0));
    let (mut codes, mut i, mut j) = (Vec::new(), 0, 0);
    let mut equal: Option<Code> = None;
    for (ai, bj, size) in blocks {
        if i < ai || j < bj {
            codes.extend(equal.take());
            codes.push(Code { tag: Tag::Change, i1: i, i2: ai, j1: j, j2: bj });
        }
        (i, j) = (ai + size, bj + size);
        if size > 0 {
            match &mut equal {
                Some(code) => (code.i2, code.j2) = (i, j),
                None => equal = Some(Code { tag: Tag::Equal, i1: ai, i2: i, j1: bj, j2: j }),
            }
        }
    }
    codes.extend(equal);
    codes
}

/// Where each line stands in the new text; in a long text, lines that stand nearly everywhere are no anchors.
fn places<'t>(b: &[&'t str]) -> HashMap<&'t str, Vec<usize>> {
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, line) in b.iter().enumerate() {
        places.entry(line).or_default().push(index);
    }
    if b.len() >= 200 {
        let limit = b.len() / 100 + 1;
        places.retain(|_, places| places.len() <= limit);
    }
    places
}

type Span = (usize, usize, usize, usize);

fn blocks_between(
    a: &[&str],
    b: &[&str],
    places: &HashMap<&str, Vec<usize>>,
    span: Span,
    blocks: &mut Vec<(usize, usize, usize)>,
) {
    let (alo, ahi, blo, bhi) = span;
    let (i, j, size) = longest(a, b, places, span);
    if size == 0 {
        return;
    }
    if alo < i && blo < j {
        blocks_between(a, b, places, (alo, i, blo, j), blocks);
    }
    blocks.push((i, j, size));
    if i + size < ahi && j + size < bhi {
        blocks_between(a, b, places, (i + size, ahi, j + size, bhi), blocks);
    }
}

fn longest(a: &[&str], b: &[&str], places: &HashMap<&str, Vec<usize>>, span: Span) -> (usize, usize, usize) {
    let (alo, ahi, blo, bhi) = span;
    let (mut i, mut j, mut size) = (alo, blo, 0);
    let mut lengths: HashMap<usize, usize> = HashMap::new();
    for (at, line) in a.iter().enumerate().take(ahi).skip(alo) {
        let mut next = HashMap::new();
        for &place in places.get(line).into_iter().flatten().filter(|place| (blo..bhi).contains(*place)) {
            let before = place.checked_sub(1).and_then(|before| lengths.get(&before)).copied().unwrap_or(0);
            next.insert(place, before + 1);
            if before + 1 > size {
                (i, j, size) = (at - before, place - before, before + 1);
            }
        }
        lengths = next;
    }
    while i > alo && j > blo && a[i - 1] == b[j - 1] {
        (i, j, size) = (i - 1, j - 1, size + 1);
    }
    while i + size < ahi && j + size < bhi && a[i + size] == b[j + size] {
        size += 1;
    }
    (i, j, size)
}

fn grouped(mut codes: Vec<Code>) -> Vec<Vec<Code>> {
    if let Some(first) = codes.first_mut().filter(|code| code.tag == Tag::Equal) {
        first.i1 = first.i1.max(first.i2.saturating_sub(CONTEXT));
        first.j1 = first.j1.max(first.j2.saturating_sub(CONTEXT));
    }
    if let Some(last) = codes.last_mut().filter(|code| code.tag == Tag::Equal) {
        last.i2 = last.i2.min(last.i1 + CONTEXT);
        last.j2 = last.j2.min(last.j1 + CONTEXT);
    }
    let (mut groups, mut group) = (Vec::new(), Vec::new());
    for mut code in codes {
        if code.tag == Tag::Equal && code.i2 - code.i1 > 2 * CONTEXT {
            let head = Code { i2: code.i1 + CONTEXT, j2: code.j1 + CONTEXT, ..code };
            group.push(head);
            groups.push(std::mem::take(&mut group));
            (code.i1, code.j1) = (code.i2 - CONTEXT, code.j2 - CONTEXT);
        }
        group.push(code);
    }
    if group.iter().any(|code| code.tag == Tag::Change) {
        groups.push(group);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::unified;

    #[test]
    fn context_surrounds_each_change() {
        let old = "1\n2\n3\n4\n5\n6\n7\n8\n-\n9\n10\n11";
        let new = "1\n2\n3\n4\nx\n6\n7\n8\n-\n9\n10\n11\n12";
        let want = "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n@@ -10,3 +10,4 @@\n 9\n 10\n 11\n+12\n";
        assert_eq!(unified(old, new), want);
        assert_eq!(unified(old, old), "");
    }
}
