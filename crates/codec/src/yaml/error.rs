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
            ErrorKind::UnclosedQuotedScalar | ErrorKind::InvalidQuotedScalarIndent => {
                text.matches('\n').count()
            }
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
    let by_scanner = scanner_wording(kind);
    let words = by_scanner.or_else(|| parser_wording(kind, text));
    let words = words.map_or_else(|| kind.to_string(), str::to_owned);
    (words, by_scanner.is_some() || parser_wording(kind, text).is_none())
}

fn scanner_wording(kind: &ErrorKind) -> Option<&'static str> {
    use ErrorKind as K;
    Some(match kind {
        K::MappingValueNotAllowed | K::InvalidColonPlacement | K::InvalidSimpleKey => {
            "mapping values are not allowed in this context"
        }
        K::MappingKeyNotAllowed => "mapping keys are not allowed in this context",
        K::BlockSequenceEntryNotAllowed | K::BlockEntryInFlowCollection | K::InvalidBlockEntryWhitespace => {
            "block sequence entries are not allowed in this context"
        }
        K::SimpleKeyExpected => "could not find expected ':'",
        K::TabNotAllowed
        | K::TabInBlockIndentation
        | K::TabInIndentation
        | K::UnexpectedCharacter { .. }
        | K::TabInPlainScalar => "found character that cannot start any token",
        K::TabAtBlockScalarStart => "found a tab character where an indentation space is expected",
        K::UnclosedQuotedScalar | K::InvalidQuotedScalarIndent => "found unexpected end of stream",
        K::DocumentIndicatorInQuotedScalar => "found unexpected document indicator",
        K::UnknownQuotedScalarEscape => "found unknown escape character",
        K::InvalidQuotedScalarHexEscape => "did not find expected hexdecimal number",
        K::InvalidUnicodeEscape
        | K::UnpairedLowSurrogate
        | K::MissingLowSurrogate
        | K::InvalidLowSurrogate
        | K::InvalidLowSurrogateHexEscape => "found invalid Unicode character escape code",
        K::MissingAnchorOrAliasName => "did not find expected alphabetic or numeric character",
        K::InvalidTagTerminator => "did not find expected whitespace or line break",
        K::MissingTagUri => "did not find expected tag URI",
        K::InvalidTagEscape => "did not find URI escaped octet",
        K::FlowMappingValueAdjacentCollection => "found unexpected ':'",
        K::ZeroBlockScalarIndent => "found an indentation indicator equal to 0",
        K::InvalidBlockScalarHeader => "did not find expected comment or line break",
        K::RecursionLimitExceeded => "exceeded max depth",
        _ => return None,
    })
}

fn parser_wording(kind: &ErrorKind, text: &str) -> Option<&'static str> {
    use ErrorKind as K;
    Some(match kind {
        K::ExpectedBlockMappingKey
        | K::InvalidIndentation
        | K::UnexpectedEofBlockMapping
        | K::InvalidTrailingSingleQuotedScalar
        | K::InvalidTrailingDoubleQuotedScalar
        | K::MisplacedFlowCollectionEnd => "did not find expected key",
        K::ExpectedBlockSequenceEntry | K::UnexpectedEofBlockSequence => {
            "did not find expected '-' indicator"
        }
        K::ExpectedFlowMappingSeparator | K::MismatchedFlowCollectionEnd { open: '{', .. } => {
            "did not find expected ',' or '}'"
        }
        K::ExpectedFlowSequenceSeparator | K::MismatchedFlowCollectionEnd { .. } => {
            "did not find expected ',' or ']'"
        }
        K::UnclosedFlowCollection { open } => unclosed(*open, text),
        K::UnexpectedEofFlowSequence => unclosed('[', text),
        K::UnexpectedEofFlowMapping | K::UnexpectedEofImplicitFlowMapping => unclosed('{', text),
        K::ExpectedNodeContent => "did not find expected node content",
        K::ExpectedDocumentStart | K::InvalidDocumentEnd => "did not find expected <document start>",
        K::UndeclaredTagHandle => "found undefined tag handle",
        _ => return None,
    })
}
