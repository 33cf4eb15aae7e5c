//! Webhooks: services that are asked about requests, by configurations of the API. Upstream's counterpart is
//! `admission/plugin/webhook`; the two plugins themselves are in `plugins/`.
//!
//! | file | what it holds |
//! |---|---|
//! | `hook`, `endpoint` | one webhook of a configuration, read once; where it is |
//! | `source` | all webhooks of one kind of configuration, as the cache has them |
//! | `rules` | whether a rule is about a request |
//! | `conditions` | the expressions that further narrow it down |
//! | `subject` | what a webhook is told of a request, and how its changes come back |
//! | `select` | whether a webhook is to be asked, and in which version |
//! | `review` | the body that is sent |
//! | `verdict` | what the answer means, and the words of a refusal |
//! | `caller` | the seam behind which the network is |
//! | `call` | one question to one webhook |

mod call;
mod caller;
mod conditions;
mod endpoint;
mod hook;
mod review;
mod rules;
mod select;
mod source;
mod subject;
mod verdict;

#[cfg(test)]
mod tests;

pub use caller::{Caller, Reply};
pub use endpoint::{Endpoint, Location};

pub(crate) use call::{Failure, ask};
pub(crate) use caller::Nobody;
pub(crate) use hook::Hook;
pub(crate) use select::chosen;
pub(crate) use source::Source;
pub(crate) use subject::Subject;

use crate::Request;

/// The kinds that no webhook is asked about, lest nobody can get rid of one that refuses everything.
const EXEMPT: [&str; 6] = [
    "mutatingadmissionpolicies",
    "mutatingadmissionpolicybindings",
    "mutatingwebhookconfigurations",
    "validatingadmissionpolicies",
    "validatingadmissionpolicybindings",
    "validatingwebhookconfigurations",
];

/// Whether no webhook is asked.
pub(crate) fn is_exempt(request: &Request<'_>) -> bool {
    EXEMPT.iter().any(|plural| request.is("admissionregistration.k8s.io", plural))
}
