//! From the event parser to a tree of nodes that still knows styles, tags, anchors and lines.

use std::collections::HashMap;
use std::rc::Rc;

use granit_parser::{Event, Parser, ScalarStyle};

use super::YamlError;
use crate::json::MAX_DEPTH;

/// What a node holds.
#[derive(Debug)]
pub(super) enum Content {
    Scalar(Scalar),
    Sequence(Vec<Item>),
    Mapping(Vec<(Item, Item)>),
}

/// A node in its place. Aliases share the content of the node that they refer to.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) content: Rc<Content>,
    /// The line, counted from one.
    pub(super) line: usize,
    /// Whether an alias stands here.
    pub(super) by_alias: bool,
}

#[derive(Debug)]
pub(super) struct Scalar {
    pub(super) text: String,
    /// Neither quoted nor a block: its text says what it is.
    pub(super) plain: bool,
    /// An explicit tag, in its long form.
    pub(super) tag: Option<String>,
}

/// Reads the first document; `None` when there is none.
pub(super) fn read(text: &str) -> Result<Option<Item>, YamlError> {
    let options = granit_parser::options! { emit_unresolved_aliases: true };
    let events = Parser::new_from_str_with_options(text, options);
    let mut reader = Reader { text, events, anchors: HashMap::new(), depth: 0 };
    loop {
        match reader.next()? {
            None | Some((Event::StreamEnd, _)) => return Ok(None),
            Some((Event::DocumentStart(..), _)) => break,
            Some(_) => {}
        }
    }
    let root = reader.node()?;
    // An error right behind the document still belongs to it.
    reader.next()?;
    Ok(root)
}

struct Reader<'t> {
    text: &'t str,
    events: Parser<'t, granit_parser::StrInput<'t>>,
    anchors: HashMap<usize, Rc<Content>>,
    depth: usize,
}

impl<'t> Reader<'t> {
    fn next(&mut self) -> Result<Option<(Event<'t>, usize)>, YamlError> {
        loop {
            let Some(next) = self.events.next() else { return Ok(None) };
            let (event, span) = next.map_err(|error| YamlError::scan(&error, self.text))?;
            if !matches!(event, Event::Comment(..)) {
                return Ok(Some((event, span.start.line())));
            }
        }
    }

    /// The next node; `None` at the end of the collection or document around it.
    fn node(&mut self) -> Result<Option<Item>, YamlError> {
        let Some((event, line)) = self.next()? else { return Ok(None) };
        let (content, anchor) = match event {
            Event::Scalar(text, style, anchor, tag) => {
                let plain = style == ScalarStyle::Plain;
                let tag = tag.map(|tag| format!("{}{}", tag.handle(), tag.suffix()));
                (Content::Scalar(Scalar { text: text.into_owned(), plain, tag }), anchor)
            }
            Event::SequenceStart(_, anchor, _) => (self.nested(Self::sequence)?, anchor),
            Event::MappingStart(_, anchor, _) => (self.nested(Self::mapping)?, anchor),
            Event::Alias(anchor) => {
                let content = self.anchors.get(&anchor).cloned();
                let content = content.ok_or_else(|| YamlError::content("anchor value contains itself"))?;
                return Ok(Some(Item { content, line, by_alias: true }));
            }
            Event::UnresolvedAlias(name) => {
                return Err(YamlError::Content(format!("unknown anchor '{name}' referenced")));
            }
            _ => return Ok(None),
        };
        let content = Rc::new(content);
        if anchor != 0 {
            self.anchors.insert(anchor, Rc::clone(&content));
        }
        Ok(Some(Item { content, line, by_alias: false }))
    }

    fn nested(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<Content, YamlError>,
    ) -> Result<Content, YamlError> {
        if self.depth >= MAX_DEPTH {
            return Err(YamlError::content("exceeded max depth"));
        }
        self.depth += 1;
        let content = read(self)?;
        self.depth -= 1;
        Ok(content)
    }

    fn sequence(&mut self) -> Result<Content, YamlError> {
        let mut items = Vec::new();
        while let Some(item) = self.node()? {
            items.push(item);
        }
        Ok(Content::Sequence(items))
    }

    fn mapping(&mut self) -> Result<Content, YamlError> {
        let mut entries = Vec::new();
        while let Some(key) = self.node()? {
            let Some(value) = self.node()? else { break };
            entries.push((key, value));
        }
        Ok(Content::Mapping(entries))
    }
}
