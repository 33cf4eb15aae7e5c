//! A transaction on one table: commands in order, applied all or not at all.

use std::fmt;

use super::{Chain, Element, Rule, Set, Table};

/// One step of a transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command {
    AddTable,
    DeleteTable,
    AddChain(Chain),
    FlushChain(String),
    DeleteChain(String),
    AddRule { chain: String, rule: Rule },
    AddSet(Set),
    DeleteSet(String),
    FlushSet(String),
    AddElements { set: String, intervals: bool, elements: Vec<Element> },
    DeleteElements { set: String, intervals: bool, elements: Vec<Element> },
}

/// Commands for one table, in order. It prints as a script for `nft -f`, as far as that language goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    pub(super) table: Table,
    pub(super) commands: Vec<Command>,
}

impl Batch {
    /// A transaction that does nothing yet.
    pub fn new(table: &Table) -> Self {
        Self { table: table.clone(), commands: Vec::new() }
    }

    /// The same commands for another table.
    pub fn rename(mut self, table: &Table) -> Self {
        self.table = table.clone();
        self
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    /// How many commands there are.
    pub fn len(&self) -> usize {
        self.commands.len()
    }

    /// The table is there afterwards, whether or not it was before.
    pub fn add_table(&mut self) {
        self.commands.push(Command::AddTable);
    }

    /// The table and all that is in it goes; it must be there.
    pub fn delete_table(&mut self) {
        self.commands.push(Command::DeleteTable);
    }

    /// The table is there and empty, whatever was in it before.
    pub fn replace_table(&mut self) {
        self.add_table();
        self.delete_table();
        self.add_table();
    }

    /// The chain is there afterwards; its rules stay.
    pub fn add_chain(&mut self, chain: Chain) {
        self.commands.push(Command::AddChain(chain));
    }

    /// The chain has no rules any more.
    pub fn flush_chain(&mut self, name: &str) {
        self.commands.push(Command::FlushChain(name.to_owned()));
    }

    /// The chain goes; nothing may lead to it. (Before Linux 6.2 an element that was deleted in the same transaction still counts.)
    pub fn delete_chain(&mut self, name: &str) {
        self.commands.push(Command::DeleteChain(name.to_owned()));
    }

    /// One more rule at the end of the chain.
    pub fn add_rule(&mut self, chain: &str, rule: Rule) {
        self.commands.push(Command::AddRule { chain: chain.to_owned(), rule });
    }

    /// The set or map is there afterwards; what is in it stays.
    pub fn add_set(&mut self, set: Set) {
        self.commands.push(Command::AddSet(set));
    }

    /// The set or map goes; no rule may use it.
    pub fn delete_set(&mut self, name: &str) {
        self.commands.push(Command::DeleteSet(name.to_owned()));
    }

    /// The set or map is empty afterwards.
    pub fn flush_set(&mut self, name: &str) {
        self.commands.push(Command::FlushSet(name.to_owned()));
    }

    /// More elements for a set of single values. Adding one that is there is fine unless its data differs.
    pub fn add_elements(&mut self, set: &str, elements: Vec<Element>) {
        if !elements.is_empty() {
            self.commands.push(Command::AddElements { set: set.to_owned(), intervals: false, elements });
        }
    }

    /// More elements for a set made with [`Set::intervals`].
    pub fn add_intervals(&mut self, set: &str, elements: Vec<Element>) {
        if !elements.is_empty() {
            self.commands.push(Command::AddElements { set: set.to_owned(), intervals: true, elements });
        }
    }

    /// Elements that must be there, and are not afterwards. Only the keys count.
    pub fn delete_elements(&mut self, set: &str, elements: Vec<Element>) {
        if !elements.is_empty() {
            self.commands.push(Command::DeleteElements { set: set.to_owned(), intervals: false, elements });
        }
    }

    /// The same for a set made with [`Set::intervals`].
    pub fn delete_intervals(&mut self, set: &str, elements: Vec<Element>) {
        if !elements.is_empty() {
            self.commands.push(Command::DeleteElements { set: set.to_owned(), intervals: true, elements });
        }
    }
}

impl fmt::Display for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.commands.iter().try_for_each(|command| command.write(f, &self.table))
    }
}

impl Command {
    /// What it does, for people.
    pub(super) fn describe(&self, table: &Table) -> String {
        struct Shown<'a>(&'a Command, &'a Table);
        impl fmt::Display for Shown<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.write(f, self.1)
            }
        }
        let mut text = Shown(self, table).to_string();
        text.truncate(text.floor_char_boundary(400));
        text.trim_end().replace("\n", "; ")
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, table: &Table) -> fmt::Result {
        let elements = |f: &mut fmt::Formatter<'_>, verb, set: &str, elements: &[Element]| {
            elements.iter().try_for_each(|one| writeln!(f, "{verb} element {table} {set} {{ {one} }}"))
        };
        match self {
            Self::AddTable => writeln!(f, "add table {table}"),
            Self::DeleteTable => writeln!(f, "delete table {table}"),
            Self::AddChain(chain) => writeln!(f, "add chain {table} {chain}"),
            Self::FlushChain(chain) => writeln!(f, "flush chain {table} {chain}"),
            Self::DeleteChain(chain) => writeln!(f, "delete chain {table} {chain}"),
            Self::AddRule { chain, rule } => writeln!(f, "add rule {table} {chain} {rule}"),
            Self::AddSet(set) if set.data.is_some() => writeln!(f, "add map {table} {set}"),
            Self::AddSet(set) => writeln!(f, "add set {table} {set}"),
            Self::DeleteSet(set) => writeln!(f, "delete set {table} {set}"),
            Self::FlushSet(set) => writeln!(f, "flush set {table} {set}"),
            Self::AddElements { set, elements: some, .. } => elements(f, "add", set, some),
            Self::DeleteElements { set, elements: some, .. } => elements(f, "delete", set, some),
        }
    }
}
