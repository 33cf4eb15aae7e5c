//! Volumes of pods: what a pod names in `spec.volumes` becomes a directory of the node that containers can be shown.
//!
//! Called by `kubelet`, which hands in how objects are read ([`Objects`]); this crate knows no API client and no runtime. One plugin is
//! one file in `plugins/` and one line in `table.rs`.
//!
//! | module | what it holds |
//! |---|---|
//! | `plugin` | the contract of plugins, and what they are given |
//! | `table` | the plugins |
//! | `pod` | all volumes of one pod: set up, refresh, tear down |
//! | `payload`, `atomic` | files made of objects, and how they are swapped in at once |
//! | `ownership` | `fsGroup` |
//! | `subpath` | a path within a volume, resolved so that no link leads out of it |
//! | `fields` | fields of the pod and of its containers' resources, for the downward API and for environments |

mod atomic;
mod error;
pub mod fields;
mod ownership;
mod payload;
mod plugin;
mod plugins;
mod pod;
pub mod subpath;
mod table;

pub use atomic::write as write_atomically;
pub use error::VolumeError;
pub use payload::{Payload, PayloadFile};
pub use plugin::{Facts, Objects, Plugin, SetUp, Token, TokenWish};
pub use pod::{Mounted, PodVolumes, set_up, tear_down};
