//! Pointers that are either into the program's read-only data or counted: what lets a generated table and a custom
//! resource's schema be values of the same types.
//!
//! Not a general smart pointer: no mutation, no weak references. Used by every other file of this crate.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// One shared value: static for the generated table, counted for schemas built at run time. Cloning is cheap.
pub enum Shared<T: 'static> {
    /// In the program's own data.
    Static(&'static T),
    /// Built at run time.
    Counted(Arc<T>),
}

impl<T> Shared<T> {
    /// Shares a value built at run time.
    pub fn new(value: T) -> Self {
        Self::Counted(Arc::new(value))
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        match self {
            Self::Static(value) => Self::Static(value),
            Self::Counted(value) => Self::Counted(Arc::clone(value)),
        }
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;
    fn deref(&self) -> &T {
        match self {
            Self::Static(value) => value,
            Self::Counted(value) => value,
        }
    }
}

impl<T: PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(&raw const **self, &raw const **other) || **self == **other
    }
}

impl<T: fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// A shared slice, by the same rule as [`Shared`].
pub enum SharedSlice<T: 'static> {
    /// In the program's own data.
    Static(&'static [T]),
    /// Built at run time.
    Counted(Arc<[T]>),
}

impl<T> SharedSlice<T> {
    /// The slice with nothing in it.
    pub const EMPTY: Self = Self::Static(&[]);
}

impl<T> From<Vec<T>> for SharedSlice<T> {
    fn from(values: Vec<T>) -> Self {
        if values.is_empty() { Self::EMPTY } else { Self::Counted(values.into()) }
    }
}

impl<T> Clone for SharedSlice<T> {
    fn clone(&self) -> Self {
        match self {
            Self::Static(values) => Self::Static(values),
            Self::Counted(values) => Self::Counted(Arc::clone(values)),
        }
    }
}

impl<T> Default for SharedSlice<T> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<T> Deref for SharedSlice<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        match self {
            Self::Static(values) => values,
            Self::Counted(values) => values,
        }
    }
}

impl<T: PartialEq> PartialEq for SharedSlice<T> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(&raw const **self, &raw const **other) || **self == **other
    }
}

impl<T: fmt::Debug> fmt::Debug for SharedSlice<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
