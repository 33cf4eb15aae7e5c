//! Why a text is not YAML, in the words of the libyaml family that kubectl's users know.

use granit_parser::{ErrorKind, ScanError};

/// Why a document cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum YamlError {
    /// Not UTF-8.
    #[error("yaml: invalid leading UTF-8 octet")]
    Encoding,
    /// A syntax error; upstream leaves the line out when it is the first one.
    #[error("yaml: {}{message}", line.map(|line| format!("line {line}: ")).unwrap_or_default())]
    Syntax {
        /// The line, as upstream counts it.
        line: Option<usize>,
        /// What is wrong.
        message: String,
    },
    /// Valid YAML that has no JSON form, or breaks a limit.
    #[error("yaml: {0}")]
    Content(String),
    /// A map key that JSON cannot have.
    #[error("unsupported map key of type: {0}")]
    Key(&'static str),
}

impl YamlError {
    pub(super) fn content(message: &str) -> Self {
        Self::Content(message.to_owned())
    }
}

impl YamlError {
    /// The parser's error in upstream's words. Upstream counts lines from nought, adds one for errors of its scanner but
    /// not of its parser, and says nothing of nought.
    pub(super) fn scan(error: &ScanError, text: &str) -> Self {
        let (message, by_scanner) = wording(error.kind(), text);
        let marked = error.marker().line().saturating_sub(1);
        let line = match error.kind() {
            kind if ends_early(kind) => lines(text),
            ErrorKind::UnclosedQuotedScalar => text.matches('\n').count(),
            ErrorKind::SimpleKeyExpected => next_content(text, marked),
            _ => marked,
        };
        Self::Syntax { line: (line > 0).then_some(line + usize::from(by_scanner)), message }
    }
}

/// Errors that upstream's parser raises at the end of the text, wherever our parser marks them.
const fn ends_early(kind: &ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::UnclosedFlowCollection { .. }
            | ErrorKind::UnexpectedEof
            | ErrorKind::UnexpectedEofFlowSequence
            | ErrorKind::UnexpectedEofFlowMapping
            | ErrorKind::UnexpectedEofImplicitFlowMapping
            | ErrorKind::UnexpectedEofBlockSequence
            | ErrorKind::UnexpectedEofBlockMapping
    )
}

/// How many lines there are, an unfinished last one included.
fn lines(text: &str) -> usize {
    text.matches('\n').count() + usize::from(!text.is_empty() && !text.ends_with('\n'))
}

/// The first line behind this one that is neither blank nor a comment: where upstream notices a missing colon.
fn next_content(text: &str, line: usize) -> usize {
    let is_content = |text: &str| !text.trim().is_empty() && !text.trim_start().starts_with('#');
    let behind = text.lines().enumerate().skip(line + 1);
    behind.into_iter().find(|(_, text)| is_content(text)).map_or_else(|| lines(text), |(at, _)| at)
}

/// An unfinished flow collection: after a bracket, comma or colon a value is missing, else the closing bracket.
fn unclosed(open: char, text: &str) -> &'static str {
    match text.trim_end().chars().next_back() {
        Some('{' | '[' | ',' | ':') => "did not find expected node content",
        _ if open == '{' => "did not find expected ',' or '}'",
        _ => "did not find expected ',' or ']'",
    }
}

/// Upstream's text for a kind of error, and whether its scanner (rather than its parser) raises it.
fn wording(kind: &ErrorKind, text: &str) -> (String, bool) {
    use ErrorKind as K;
    let (words, by_scanner) = match kind {
        K::MappingValueNotAllowed | K::InvalidColonPlacement | K::InvalidSimpleKey => {
            ("mapping values are not allowed in this context", true)
        }
        K::MappingKeyNotAllowed => ("mapping keys are not allowed in this context", true),
        K::BlockSequenceEntryNotAllowed | K::BlockEntryInFlowCollection | K::InvalidBlockEntryWhitespace => {
            ("block sequence entries are not allowed in this context", true)
        }
        K::SimpleKeyExpected => ("could not find expected ':'", true),
        K::TabNotAllowed
        | K::TabInBlockIndentation
        | K::TabInIndentation
        | K::UnexpectedCharacter { .. }
        | K::TabInPlainScalar => ("found character that cannot start any token", true),
        K::TabAtBlockScalarStart => ("found a tab character where an indentation space is expected", true),
        K::UnclosedQuotedScalar => ("found unexpected end of stream", true),
        K::DocumentIndicatorInQuotedScalar => ("found unexpected document indicator", true),
        K::UnknownQuotedScalarEscape => ("found unknown escape character", true),
        K::InvalidQuotedScalarHexEscape => ("did not find expected hexdecimal number", true),
        K::InvalidUnicodeEscape
        | K::UnpairedLowSurrogate
        | K::MissingLowSurrogate
        | K::InvalidLowSurrogate
        | K::InvalidLowSurrogateHexEscape => ("found invalid Unicode character escape code", true),
        K::MissingAnchorOrAliasName => ("did not find expected alphabetic or numeric character", true),
        K::ZeroBlockScalarIndent => ("found an indentation indicator equal to 0", true),
        K::InvalidBlockScalarHeader => ("did not find expected comment or line break", true),
        K::ExpectedBlockMappingKey | K::InvalidIndentation | K::UnexpectedEofBlockMapping => {
            ("did not find expected key", false)
        }
        K::ExpectedBlockSequenceEntry | K::UnexpectedEofBlockSequence => {
            ("did not find expected '-' indicator", false)
        }
        K::ExpectedFlowMappingSeparator | K::MismatchedFlowCollectionEnd { open: '{', .. } => {
            ("did not find expected ',' or '}'", false)
        }
        K::UnclosedFlowCollection { open } => (unclosed(*open, text), false),
        K::UnexpectedEofFlowSequence => (unclosed('[', text), false),
        K::UnexpectedEofFlowMapping | K::UnexpectedEofImplicitFlowMapping => (unclosed('{', text), false),
        K::ExpectedFlowSequenceSeparator | K::MismatchedFlowCollectionEnd { .. } => {
            ("did not find expected ',' or ']'", false)
        }
        K::ExpectedNodeContent | K::MisplacedFlowCollectionEnd => {
            ("did not find expected node content", false)
        }
        K::ExpectedDocumentStart | K::InvalidDocumentEnd => ("did not find expected <document start>", false),
        K::UndeclaredTagHandle => ("found undefined tag handle", false),
        K::RecursionLimitExceeded => ("exceeded max depth", true),
        other => return (other.to_string(), true),
    };
    (words.to_owned(), by_scanner)
}
