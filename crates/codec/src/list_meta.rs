//! A list's own metadata, which both encodings of lists need. Data only.

/// What a list says about itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListMeta<'a> {
    /// The revision that the list shows.
    pub resource_version: &'a str,
    /// Where the next page begins; empty on the last one.
    pub continue_token: &'a str,
    /// How many items are left, if known.
    pub remaining: Option<i64>,
}
