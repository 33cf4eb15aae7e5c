//! `ResourceQuota`: what a namespace uses stays within its quotas.
//!
//! A request is charged before it is written: its usage is added to the quota's status by compare-and-swap, so that requests on
//! several servers cannot share what is left. What was charged for a write that failed afterwards stays charged until the quota
//! controller counts again, as upstream does it.
//!
//! | file | what it holds |
//! |---|---|
//! | `concern` | whether a request can change what is used; what objects use is in `kinds::rules::quota` |
//! | `check` | whether a quota has room, and what it shows afterwards |

mod check;
mod concern;

use std::sync::Arc;

use async_trait::async_trait;
use kinds::rules::quota::Evaluator;
use meta::StatusError;
use resource::Object;

use crate::amounts::Amounts;
use crate::{Config, Plugin, Request};
use check::{Charge, Refusal};

const QUOTAS: &str = "resourcequotas";

/// The plugin.
pub fn plugin(_config: &Config) -> Box<dyn Plugin> {
    Box::new(ResourceQuota)
}

struct ResourceQuota;

#[async_trait]
impl Plugin for ResourceQuota {
    fn handles(&self, request: &Request<'_>) -> bool {
        !request.namespace().is_empty()
            && !request.is("", "events")
            && (request.creates() || request.updates())
            && concern::evaluator(request).is_some()
            && !request.state.is_empty(QUOTAS)
    }

    async fn validate(
        &self,
        request: &Request<'_>,
        object: Option<&Object>,
        _warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let (Some(object), Some(evaluator)) = (object, concern::evaluator(request)) else { return Ok(()) };
        if !concern::changes(&evaluator, request, object) {
            return Ok(());
        }
        let refuse = |why: Refusal| request.forbidden(Some(object), why);
        let quotas = request.state.list(QUOTAS, request.namespace());
        let charges = plan(request, &evaluator, object, &quotas).map_err(refuse)?;
        if request.is_dry_run() {
            return Ok(());
        }
        let mut charged: Vec<&Charge> = Vec::new();
        for charge in &charges {
            if let Err(error) = apply(request, object, charge).await {
                for done in charged {
                    give_back(request, done).await;
                }
                return Err(error);
            }
            charged.push(charge);
        }
        Ok(())
    }
}

/// What each quota is to be charged; a refusal if one of them has no room as far as the cache knows.
fn plan(
    request: &Request<'_>,
    evaluator: &Evaluator,
    object: &Object,
    quotas: &[Arc<Object>],
) -> Result<Vec<Charge>, Refusal> {
    let now = request.state.now();
    let mut charges = Vec::new();
    for quota in quotas.iter().filter(|quota| evaluator.matches(quota, object)) {
        let restricted = check::restricted(evaluator, quota);
        evaluator
            .constraints(&restricted, object)
            .map_err(|why| Refusal::Constraints { quota: quota.name().to_owned(), why })?;
        check::has_usage(quota, &restricted)?;
        let usage = evaluator.usage(object, now);
        if let Some(name) = usage.iter().find(|(_, amount)| amount.sign() < 0).map(|(name, _)| name.clone()) {
            return Err(Refusal::Negative(name));
        }
        // A quota that already counted the object as it was is charged for the difference.
        let before = request.old().filter(|old| evaluator.matches(quota, old));
        let delta = check::delta(&usage, before.map(|old| evaluator.usage(old, now)).as_ref());
        let charge = Charge { quota: quota.name().to_owned(), delta };
        let free = request.subresource() == "status";
        let mut shown = (**quota).clone();
        if check::charge(&mut shown, &charge, free)? {
            charges.push(charge);
        }
    }
    Ok(charges)
}

/// Adds to the quota as it is now, unless it has no room any more.
async fn apply(request: &Request<'_>, object: &Object, charge: &Charge) -> Result<(), StatusError> {
    let free = request.subresource() == "status";
    alter(request, charge, |quota| {
        check::charge(quota, charge, free).map(drop).map_err(|why| request.forbidden(Some(object), why))
    })
    .await
}

async fn give_back(request: &Request<'_>, charge: &Charge) {
    let back: Amounts = charge.delta.iter().map(|(name, amount)| (name.clone(), -amount.clone())).collect();
    let back = Charge { quota: charge.quota.clone(), delta: back };
    let done = alter(request, &back, |quota| {
        check::charge(quota, &back, true).map(drop).map_err(StatusError::internal)
    });
    if let Err(error) = done.await {
        tracing::warn!(quota = charge.quota, %error, "what was charged for a refused request stays charged for now");
    }
}

/// Changes a quota's status; a quota that has gone needs no change.
async fn alter(
    request: &Request<'_>,
    charge: &Charge,
    change: impl Fn(&mut Object) -> Result<(), StatusError> + Send + Sync,
) -> Result<(), StatusError> {
    let Some(target) = request.state.target(QUOTAS, request.namespace(), &charge.quota)? else {
        return Ok(());
    };
    let registry = request.state.registry()?;
    match registry.alter(&target, false, change).await {
        Err(error) if error.is_not_found() => Ok(()),
        other => other.map(drop),
    }
}
