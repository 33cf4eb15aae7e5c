//! The answer of a health endpoint: outcomes and the request's parameters in, status and text out. Pure.

use std::collections::BTreeSet;

/// What the text is, for the header; `X-Content-Type-Options: nosniff` goes with it.
pub const CONTENT_TYPE: &str = "text/plain; charset=utf-8";

/// The parameters of a request to a health endpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// `?verbose` is there, with whatever value.
    pub verbose: bool,
    /// Every `exclude=`: checks that are not to be run.
    pub exclude: Vec<String>,
}

/// What became of one check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is well.
    Passed,
    /// It is not.
    Failed,
    /// It was not run.
    Excluded,
}

/// Status code and body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// 200 or 500.
    pub status: u16,
    /// Plain text.
    pub body: String,
}

/// The answer: `ok` or one line per check. A failure is always told in full, except for its reasons.
pub fn render(endpoint: &str, outcomes: &[(String, Outcome)], query: &Query) -> Response {
    let failed = outcomes.iter().any(|(_, outcome)| *outcome == Outcome::Failed);
    if !failed && !query.verbose {
        return Response { status: 200, body: "ok".to_owned() };
    }
    let mut body: String = outcomes.iter().map(|(name, outcome)| line(name, *outcome)).collect();
    body.push_str(&unknown_excludes(outcomes, query));
    let (status, verdict) = if failed { (500, "failed") } else { (200, "passed") };
    body.push_str(&format!("{endpoint} check {verdict}\n"));
    Response { status, body }
}

fn line(name: &str, outcome: Outcome) -> String {
    match outcome {
        Outcome::Passed => format!("[+]{name} ok\n"),
        Outcome::Excluded => format!("[+]{name} excluded: ok\n"),
        Outcome::Failed => format!("[-]{name} failed: reason withheld\n"),
    }
}

/// A warning of names that were to be excluded and are no checks; nothing if there is none.
fn unknown_excludes(outcomes: &[(String, Outcome)], query: &Query) -> String {
    let known: BTreeSet<&String> = outcomes.iter().map(|(name, _)| name).collect();
    let asked: BTreeSet<&String> = query.exclude.iter().collect();
    let unknown: Vec<String> = asked.difference(&known).map(|name| format!("{name:?}")).collect();
    if unknown.is_empty() {
        return String::new();
    }
    format!("warn: some health checks cannot be excluded: no matches for {}\n", unknown.join(","))
}

#[cfg(test)]
mod tests {
    use Outcome::{Excluded, Failed, Passed};

    use super::*;

    /// Outcomes, verbose, excluded, and then status and body.
    type Case = (&'static [(&'static str, Outcome)], bool, &'static [&'static str], u16, &'static str);

    #[test]
    fn answers_are_those_of_the_stock_server() {
        let cases: &[Case] = &[
            (&[("ping", Passed), ("etcd", Passed)], false, &[], 200, "ok"),
            (&[("ping", Passed)], true, &[], 200, "[+]ping ok\nlivez check passed\n"),
            (
                &[("ping", Passed), ("etcd", Failed)],
                false,
                &[],
                500,
                "[+]ping ok\n[-]etcd failed: reason withheld\nlivez check failed\n",
            ),
            (&[("ping", Passed), ("etcd", Excluded)], false, &["etcd"], 200, "ok"),
            (
                &[("ping", Passed), ("etcd", Excluded)],
                true,
                &["etcd"],
                200,
                "[+]ping ok\n[+]etcd excluded: ok\nlivez check passed\n",
            ),
            (
                &[("ping", Passed)],
                true,
                &["b", "a", "b"],
                200,
                "[+]ping ok\nwarn: some health checks cannot be excluded: no matches for \"a\",\"b\"\nlivez check passed\n",
            ),
            (&[("ping", Passed)], false, &["a"], 200, "ok"),
            (
                &[("ping", Failed)],
                false,
                &["a"],
                500,
                "[-]ping failed: reason withheld\n\
                 warn: some health checks cannot be excluded: no matches for \"a\"\nlivez check failed\n",
            ),
        ];
        for (outcomes, verbose, exclude, status, body) in cases {
            let outcomes: Vec<_> =
                outcomes.iter().map(|(name, outcome)| ((*name).to_owned(), *outcome)).collect();
            let exclude = exclude.iter().map(|name| (*name).to_owned()).collect();
            let response = render("livez", &outcomes, &Query { verbose: *verbose, exclude });
            assert_eq!(response, Response { status: *status, body: (*body).to_owned() });
        }
    }
}
