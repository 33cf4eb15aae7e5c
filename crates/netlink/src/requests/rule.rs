//! Rules: which table is asked for a route.

use ipnet::IpNet;

use crate::requests::{family, octets};
use crate::wire::{Message, attributes, u32_at};
use crate::{Error, Handle};

const FRA_SRC: u16 = 2;
const FRA_PRIORITY: u16 = 6;
const FRA_MARK: u16 = 10;
const FRA_TABLE: u16 = 15;
const FRA_MASK: u16 = 16;
/// `FR_ACT_TO_TBL`.
const LOOK_UP: u8 = 1;

/// A rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Of IPv6.
    pub six: bool,
    /// Asked in this order.
    pub priority: u32,
    /// Only packets from here.
    pub source: Option<IpNet>,
    /// Only packets with this mark, under this mask.
    pub mark: Option<(u32, u32)>,
    /// The table to ask.
    pub table: u32,
}

impl Handle {
    /// Rules of both families.
    pub async fn rules(&self) -> Result<Vec<Rule>, Error> {
        let mut all = Vec::new();
        for family in [libc::AF_INET, libc::AF_INET6] {
            let mut header = [0; 12];
            header[0] = u8::try_from(family).expect("families are small");
            all.extend(self.dump(Message::new("list rules", libc::RTM_GETRULE, 0, &header), read).await?);
        }
        Ok(all)
    }

    /// Makes a rule; fine when there is the same.
    pub async fn add_rule(&self, rule: &Rule) -> Result<(), Error> {
        let flags = libc::NLM_F_CREATE | libc::NLM_F_EXCL;
        match self.perform(message("add rule", libc::RTM_NEWRULE, flags, rule)).await {
            Err(error) if error.is_exists() => Ok(()),
            other => other,
        }
    }

    /// Removes a rule. Succeeds when it is gone.
    pub async fn delete_rule(&self, rule: &Rule) -> Result<(), Error> {
        self.perform_gone(message("delete rule", libc::RTM_DELRULE, 0, rule)).await
    }
}

fn message(what: &str, kind: u16, flags: i32, rule: &Rule) -> Message {
    let address_family = if rule.six { libc::AF_INET6 } else { libc::AF_INET };
    let mut header = [0; 12];
    header[0] = u8::try_from(address_family).expect("families are small");
    header[2] = rule.source.map_or(0, |source| source.prefix_len());
    header[4] = u8::try_from(rule.table).unwrap_or(libc::RT_TABLE_UNSPEC);
    header[7] = LOOK_UP;
    let mut message = Message::new(format!("{what} {}", rule.priority), kind, flags, &header);
    message.number(FRA_PRIORITY, rule.priority).number(FRA_TABLE, rule.table);
    if let Some(source) = rule.source.filter(|source| i32::from(family(source.addr())) == address_family) {
        message.attr(FRA_SRC, &octets(source.network()));
    }
    if let Some((mark, mask)) = rule.mark {
        message.number(FRA_MARK, mark).number(FRA_MASK, mask);
    }
    message
}

fn read(body: &[u8]) -> Option<Rule> {
    let mut rule = Rule {
        six: i32::from(*body.first()?) == libc::AF_INET6,
        priority: 0,
        source: None,
        mark: None,
        table: u32::from(*body.get(4)?),
    };
    let length = *body.get(2)?;
    let (mut mark, mut mask) = (None, u32::MAX);
    for (kind, value) in attributes(body.get(12..)?) {
        match kind {
            FRA_PRIORITY => rule.priority = u32_at(value, 0)?,
            FRA_TABLE => rule.table = u32_at(value, 0)?,
            FRA_SRC => rule.source = IpNet::new(crate::requests::ip(value)?, length).ok(),
            FRA_MARK => mark = u32_at(value, 0),
            FRA_MASK => mask = u32_at(value, 0)?,
            _ => {}
        }
    }
    rule.mark = mark.map(|mark| (mark, mask));
    Some(rule)
}
