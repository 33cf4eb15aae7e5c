//! The edge to the kernel's packet filter: nftables by netlink transactions, iptables by its own tools, and conntrack.
//!
//! It knows tables, chains, rules and sets, and nothing of services or pods: what the rules say is decided by `proxy` and
//! `network`, which call it. Everything here blocks for as long as the kernel works; callers on an async runtime use a blocking task.
//!
//! - [`nft`]: rules built from typed parts ([`nft::Rule`]), sent as one transaction ([`nft::Batch`], [`nft::Connection`]), and a
//!   watch on what others do to them ([`nft::Watch`]). No `nft` binary is involved.
//! - [`iptables`]: `iptables-restore` and `iptables-save`, in their legacy and nft variants.
//! - [`conntrack`]: tracked connections, listed and forgotten.
//! - [`netns`]: all of it in another network namespace.

pub mod conntrack;
pub mod iptables;
pub mod netns;
pub mod nft;
mod socket;
mod wire;
