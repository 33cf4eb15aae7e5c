//! The ports of a range: node ports and health-check node ports, which share one. A port may be held for several protocols at once by
//! one service, so that only the first of them takes it.

use std::fmt;
use std::str::FromStr;

use parking_lot::Mutex;

use super::Bitmap;

/// Ports from `first` to `last`, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PortRange {
    first: u16,
    last: u16,
}

/// Why a port is not handed out. The texts are upstream's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PortError {
    /// All are taken.
    #[error("range is full")]
    Full,
    /// This one is taken.
    #[error("provided port is already allocated")]
    Taken,
    /// This one is not of the range.
    #[error("provided port is not in the valid range. The range of valid ports is {0}")]
    NotInRange(PortRange),
}

impl PortRange {
    /// The range; `None` if it is empty.
    pub fn new(first: u16, last: u16) -> Option<Self> {
        (first <= last).then_some(Self { first, last })
    }

    /// Whether a port is of the range.
    pub fn contains(&self, port: u16) -> bool {
        (self.first..=self.last).contains(&port)
    }

    fn size(&self) -> usize {
        usize::from(self.last - self.first) + 1
    }
}

impl fmt::Display for PortRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.last)
    }
}

/// `30000-32767`, `30000+100`, or one port.
impl FromStr for PortRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let port = |part: &str| {
            part.trim()
                .parse::<u16>()
                .map_err(|error| format!("unable to parse port range {text:?}: {error}"))
        };
        let range = match (text.split_once('-'), text.split_once('+')) {
            (Some((first, last)), _) => Self::new(port(first)?, port(last)?),
            (None, Some((first, more))) => {
                let first = port(first)?;
                Self::new(first, first.saturating_add(port(more)?))
            }
            (None, None) => Self::new(port(text)?, port(text)?),
        };
        range.ok_or_else(|| format!("the end port cannot be less than the start port: {text}"))
    }
}

/// The ports.
pub struct PortAllocator {
    range: PortRange,
    map: Mutex<Bitmap>,
}

impl PortAllocator {
    /// Of a range.
    pub fn new(range: PortRange) -> Self {
        let size = range.size();
        // A part for those who ask by name, as large as upstream makes it.
        let reserved = if size < 16 { 0 } else { (size / 32).clamp(16, 128) };
        Self { range, map: Mutex::new(Bitmap::new(size, reserved)) }
    }

    /// The range.
    pub fn range(&self) -> PortRange {
        self.range
    }

    fn offset(&self, port: u16) -> Option<usize> {
        self.range.contains(port).then(|| usize::from(port - self.range.first))
    }

    /// Takes a port.
    pub fn take(&self, port: u16) -> Result<(), PortError> {
        let offset = self.offset(port).ok_or(PortError::NotInRange(self.range))?;
        if self.map.lock().take(offset) { Ok(()) } else { Err(PortError::Taken) }
    }

    /// Takes any port.
    pub fn take_any(&self) -> Result<u16, PortError> {
        let offset = self.map.lock().take_any(|bound| fastrand::usize(..bound)).ok_or(PortError::Full)?;
        let offset = u16::try_from(offset).expect("a range of ports has no more than 65,536");
        Ok(self.range.first + offset)
    }

    /// Gives a port back; one that was not taken is no error.
    pub fn release(&self, port: u16) {
        if let Some(offset) = self.offset(port) {
            self.map.lock().release(offset);
        }
    }

    /// Whether a port is taken.
    pub fn has(&self, port: u16) -> bool {
        self.offset(port).is_some_and(|offset| self.map.lock().has(offset))
    }

    /// The ports that are taken.
    pub(super) fn all(&self) -> Vec<u16> {
        let port = |offset: usize| self.range.first + u16::try_from(offset).unwrap_or(u16::MAX);
        self.map.lock().iter().map(port).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_in_every_spelling() {
        for (text, expected) in [("30000-32767", "30000-32767"), ("30000+10", "30000-30010"), ("80", "80-80")]
        {
            assert_eq!(text.parse::<PortRange>().unwrap().to_string(), expected);
        }
        assert!("5-4".parse::<PortRange>().is_err() && "x".parse::<PortRange>().is_err());
    }

    #[test]
    fn ports_are_taken_once() {
        let ports = PortAllocator::new("30000-30003".parse().unwrap());
        ports.take(30001).unwrap();
        assert_eq!(ports.take(30001), Err(PortError::Taken));
        let rest: std::collections::BTreeSet<u16> = (0..3).map(|_| ports.take_any().unwrap()).collect();
        assert_eq!(rest.into_iter().collect::<Vec<_>>(), [30000, 30002, 30003]);
        assert_eq!(ports.take_any(), Err(PortError::Full));
        let error = ports.take(1).unwrap_err().to_string();
        assert_eq!(error, "provided port is not in the valid range. The range of valid ports is 30000-30003");
    }
}
