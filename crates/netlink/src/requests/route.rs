//! Routes.

use std::net::IpAddr;

use ipnet::IpNet;

use crate::requests::{family, ip, octets};
use crate::wire::{Message, attributes, u32_at};
use crate::{Error, Handle};

/// `RTNH_F_ONLINK`.
const ONLINK: u32 = 4;

/// How far a destination is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// Somewhere, through a gateway.
    #[default]
    Universe,
    /// On the link.
    Link,
    /// This host.
    Host,
}

/// What happens to packets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RouteKind {
    /// They are sent on.
    #[default]
    Unicast,
    /// They are for this host.
    Local,
    /// They are dropped, and the sender learns that the host is unreachable.
    Unreachable,
    /// They are dropped.
    Blackhole,
}

/// A route.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Route {
    /// Where to.
    pub destination: IpNet,
    /// Through whom.
    pub gateway: Option<IpAddr>,
    /// On which link.
    pub link: Option<u32>,
    /// The address that own packets leave with.
    pub source: Option<IpAddr>,
    /// How far it is.
    pub scope: Scope,
    /// The gateway is on the link although no address says so.
    pub onlink: bool,
    /// The table; 254 is the main one.
    pub table: u32,
    /// Who made it; shown by `ip route` as `proto`.
    pub protocol: u8,
    /// What happens.
    pub kind: RouteKind,
    /// Less is preferred.
    pub metric: u32,
}

impl Route {
    /// A route in the main table, as an administrator would make it.
    pub fn to(destination: IpNet) -> Self {
        Self {
            destination: destination.trunc(),
            gateway: None,
            link: None,
            source: None,
            scope: Scope::Universe,
            onlink: false,
            table: u32::from(libc::RT_TABLE_MAIN),
            protocol: libc::RTPROT_STATIC,
            kind: RouteKind::Unicast,
            metric: 0,
        }
    }
}

impl Handle {
    /// All routes of both families, of every table.
    pub async fn routes(&self) -> Result<Vec<Route>, Error> {
        let mut all = Vec::new();
        for family in [libc::AF_INET, libc::AF_INET6] {
            let mut header = [0; 12];
            header[0] = u8::try_from(family).expect("families are small");
            let message = Message::new("list routes", libc::RTM_GETROUTE, 0, &header);
            all.extend(self.dump(message, read).await?);
        }
        Ok(all)
    }

    /// Makes a route, in place of one to the same destination if there is one.
    pub async fn replace_route(&self, route: &Route) -> Result<(), Error> {
        let flags = libc::NLM_F_CREATE | libc::NLM_F_REPLACE;
        self.perform(message(format!("add route to {}", route.destination), libc::RTM_NEWROUTE, flags, route))
            .await
    }

    /// Removes a route. Succeeds when it is gone.
    pub async fn delete_route(&self, route: &Route) -> Result<(), Error> {
        let what = format!("delete route to {}", route.destination);
        self.perform_gone(message(what, libc::RTM_DELROUTE, 0, route)).await
    }
}

fn message(what: String, kind: u16, flags: i32, route: &Route) -> Message {
    let mut message = Message::new(what, kind, flags, &header(route));
    message.number(libc::RTA_TABLE, route.table);
    if route.destination.prefix_len() > 0 {
        message.attr(libc::RTA_DST, &octets(route.destination.network()));
    }
    if let Some(gateway) = route.gateway {
        message.attr(libc::RTA_GATEWAY, &octets(gateway));
    }
    if let Some(link) = route.link {
        message.number(libc::RTA_OIF, link);
    }
    if let Some(source) = route.source {
        message.attr(libc::RTA_PREFSRC, &octets(source));
    }
    if route.metric > 0 {
        message.number(libc::RTA_PRIORITY, route.metric);
    }
    message
}

/// `struct rtmsg`.
fn header(route: &Route) -> [u8; 12] {
    let scope = match route.scope {
        Scope::Universe => libc::RT_SCOPE_UNIVERSE,
        Scope::Link => libc::RT_SCOPE_LINK,
        Scope::Host => libc::RT_SCOPE_HOST,
    };
    let kind = match route.kind {
        RouteKind::Unicast => libc::RTN_UNICAST,
        RouteKind::Local => libc::RTN_LOCAL,
        RouteKind::Unreachable => libc::RTN_UNREACHABLE,
        RouteKind::Blackhole => libc::RTN_BLACKHOLE,
    };
    let table = u8::try_from(route.table).unwrap_or(libc::RT_TABLE_UNSPEC);
    let family = family(route.destination.addr());
    let mut bytes =
        [family, route.destination.prefix_len(), 0, 0, table, route.protocol, scope, kind, 0, 0, 0, 0];
    if route.onlink {
        bytes[8..12].copy_from_slice(&ONLINK.to_ne_bytes());
    }
    bytes
}

/// Routes that this crate could have made; others (multicast, cached) are left out.
fn read(body: &[u8]) -> Option<Route> {
    let unspecified: IpAddr = if i32::from(*body.first()?) == libc::AF_INET {
        std::net::Ipv4Addr::UNSPECIFIED.into()
    } else {
        std::net::Ipv6Addr::UNSPECIFIED.into()
    };
    let mut route = Route::to(IpNet::new(unspecified, 0).ok()?);
    let length = *body.get(1)?;
    route.table = u32::from(*body.get(4)?);
    route.protocol = *body.get(5)?;
    route.scope = match *body.get(6)? {
        libc::RT_SCOPE_LINK => Scope::Link,
        libc::RT_SCOPE_HOST => Scope::Host,
        _ => Scope::Universe,
    };
    route.kind = match *body.get(7)? {
        libc::RTN_UNICAST => RouteKind::Unicast,
        libc::RTN_LOCAL => RouteKind::Local,
        libc::RTN_UNREACHABLE => RouteKind::Unreachable,
        libc::RTN_BLACKHOLE => RouteKind::Blackhole,
        _ => return None,
    };
    route.onlink = u32_at(body, 8)? & ONLINK != 0;
    for (kind, value) in attributes(body.get(12..)?) {
        match kind {
            libc::RTA_DST => route.destination = IpNet::new(ip(value)?, length).ok()?,
            libc::RTA_GATEWAY => route.gateway = ip(value),
            libc::RTA_OIF => route.link = u32_at(value, 0),
            libc::RTA_PREFSRC => route.source = ip(value),
            libc::RTA_TABLE => route.table = u32_at(value, 0)?,
            libc::RTA_PRIORITY => route.metric = u32_at(value, 0)?,
            _ => {}
        }
    }
    Some(route)
}
