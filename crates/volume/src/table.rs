//! The plugins, in the order they are asked.

use api::core::v1::Volume;

use crate::plugin::Plugin;
use crate::plugins::{config_map, downward_api, empty_dir, host_path, image, projected, secret};

/// Every kind of volume.
pub(crate) const PLUGINS: &[&dyn Plugin] = &[
    &empty_dir::EmptyDir,
    &host_path::HostPath,
    &config_map::ConfigMap,
    &secret::Secret,
    &projected::Projected,
    &downward_api::DownwardApi,
    &image::Image,
];

/// The plugin of a volume.
pub(crate) fn find(volume: &Volume) -> Option<&'static dyn Plugin> {
    PLUGINS.iter().copied().find(|plugin| plugin.supports(volume))
}
