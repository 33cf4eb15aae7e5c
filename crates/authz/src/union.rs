//! Authorizers one after the other: the first that has an opinion decides.

use std::sync::Arc;

use async_trait::async_trait;
use resource::User;

use crate::{Attributes, Authorizer, Decision, Rules};

/// Asks in order.
#[derive(Clone)]
pub struct Union(pub Vec<Arc<dyn Authorizer>>);

#[async_trait]
impl Authorizer for Union {
    async fn authorize(&self, attributes: &Attributes<'_>) -> Decision {
        let mut reasons = Vec::new();
        for authorizer in &self.0 {
            match authorizer.authorize(attributes).await {
                Decision::NoOpinion(reason) if reason.is_empty() => {}
                Decision::NoOpinion(reason) => reasons.push(reason),
                decided => return decided,
            }
        }
        Decision::NoOpinion(reasons.join("\n"))
    }

    fn rules(&self, user: &User, namespace: &str) -> Rules {
        let mut all = Rules::default();
        for authorizer in &self.0 {
            let Rules { rules, incomplete, errors } = authorizer.rules(user, namespace);
            all.rules.extend(rules);
            all.incomplete |= incomplete;
            all.errors.extend(errors);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Says(Decision);

    #[async_trait]
    impl Authorizer for Says {
        async fn authorize(&self, _attributes: &Attributes<'_>) -> Decision {
            self.0.clone()
        }
    }

    #[tokio::test]
    async fn the_first_opinion_counts_and_reasons_add_up() {
        let no = |why: &str| Decision::NoOpinion(why.to_owned());
        for (says, expected) in [
            (vec![no("a"), no(""), no("b")], no("a\nb")),
            (vec![no("a"), Decision::allow(), Decision::Deny("c".into())], Decision::allow()),
            (vec![Decision::Deny("c".into()), Decision::allow()], Decision::Deny("c".into())),
            (vec![], no("")),
        ] {
            let union =
                Union(says.into_iter().map(|one| Arc::new(Says(one)) as Arc<dyn Authorizer>).collect());
            assert_eq!(union.authorize(&Attributes::default()).await, expected);
        }
    }
}
