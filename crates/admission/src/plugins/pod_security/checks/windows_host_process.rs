//! No container of Windows is a process of its node.

use api::core::v1::WindowsSecurityContextOptions;

use super::{Pod, Violation, setters};

pub fn judge(pod: &Pod<'_>) -> Option<Violation> {
    let is = |options: Option<&WindowsSecurityContextOptions>| {
        options.and_then(|options| options.host_process) == Some(true)
    };
    let own = pod.spec.security_context.as_ref();
    let own = is(own.and_then(|context| context.windows_options.as_ref()));
    let bad = pod.where_context(|context| is(context.and_then(|context| context.windows_options.as_ref())));
    let who = setters(own, &bad)?;
    let detail = format!("{who} must not set securityContext.windowsOptions.hostProcess=true");
    Violation::new("hostProcess", detail)
}
