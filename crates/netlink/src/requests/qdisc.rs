//! Rates: a token bucket on what leaves a link.

use crate::wire::Message;
use crate::{Error, Handle};

const TCA_KIND: u16 = 1;
const TCA_OPTIONS: u16 = 2;
const TCA_TBF_PARMS: u16 = 1;
const TCA_TBF_RATE64: u16 = 4;
const TCA_TBF_BURST: u16 = 6;
/// `TC_H_ROOT`.
const ROOT: u32 = u32::MAX;
/// The kernel counts time of rates in units of 64 ns.
const NANOS_PER_TICK: u64 = 64;

/// How fast packets may leave a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// Bits per second.
    pub bits: u64,
    /// Bytes that may leave at once.
    pub burst: u32,
}

impl Rate {
    /// A rate with a burst of a tenth of a second, at least some full packets.
    pub fn of(bits: u64) -> Self {
        Self { bits, burst: u32::try_from(bits / 80).unwrap_or(u32::MAX / 2).max(64 * 1024) }
    }
}

impl Handle {
    /// Limits what leaves a link, in place of an earlier limit.
    pub async fn set_rate(&self, link: u32, rate: Rate) -> Result<(), Error> {
        let flags = libc::NLM_F_CREATE | libc::NLM_F_REPLACE;
        let what = format!("limit link {link} to {} bit/s", rate.bits);
        let mut message = Message::new(what, libc::RTM_NEWQDISC, flags, &header(link));
        let bytes = (rate.bits / 8).max(1);
        message.text(TCA_KIND, "tbf").nested(TCA_OPTIONS, &[], |options| {
            options.attr(TCA_TBF_PARMS, &parameters(bytes, rate.burst)).number(TCA_TBF_BURST, rate.burst);
            if u32::try_from(bytes).is_err() {
                options.attr(TCA_TBF_RATE64, &bytes.to_ne_bytes());
            }
        });
        self.perform(message).await
    }

    /// Lifts the limit. Succeeds when there is none.
    pub async fn clear_rate(&self, link: u32) -> Result<(), Error> {
        let what = format!("lift the limit of link {link}");
        match self.perform_gone(Message::new(what, libc::RTM_DELQDISC, 0, &header(link))).await {
            Err(error) if error.code() == Some(libc::EINVAL) => Ok(()),
            other => other,
        }
    }
}

/// `struct tcmsg`.
fn header(link: u32) -> [u8; 20] {
    let mut bytes = [0; 20];
    bytes[4..8].copy_from_slice(&link.to_ne_bytes());
    bytes[12..16].copy_from_slice(&ROOT.to_ne_bytes());
    bytes
}

/// `struct tc_tbf_qopt`: rate, no peak rate, bytes that may wait (25 ms of traffic beside the burst), time that a burst takes.
fn parameters(bytes_per_second: u64, burst: u32) -> [u8; 36] {
    let clamp = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
    let mut out = [0; 36];
    // A `tc_ratespec`: cell_log, link layer (1: Ethernet), overhead, cell_align, mpu, rate.
    out[1] = 1;
    out[8..12].copy_from_slice(&clamp(bytes_per_second).to_ne_bytes());
    let waiting = clamp(u64::from(burst) + bytes_per_second / 40);
    out[24..28].copy_from_slice(&waiting.to_ne_bytes());
    let ticks = clamp(u64::from(burst).saturating_mul(1_000_000_000) / bytes_per_second / NANOS_PER_TICK);
    out[28..32].copy_from_slice(&ticks.to_ne_bytes());
    out
}
