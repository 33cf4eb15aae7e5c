//! Authenticators one after the other. Whoever knows the client counts, even if another was shown something wrong.

use std::sync::Arc;

use async_trait::async_trait;
use http::HeaderMap;
use resource::User;

use crate::identity::{ALL_AUTHENTICATED, ALL_UNAUTHENTICATED};
use crate::{Authenticator, Connection};

/// Asks in order, and puts everybody who is known into `system:authenticated`.
#[derive(Clone)]
pub struct Chain(pub Vec<Arc<dyn Authenticator>>);

#[async_trait]
impl Authenticator for Chain {
    async fn authenticate(
        &self,
        connection: &Connection,
        headers: &HeaderMap,
    ) -> Result<Option<User>, String> {
        let mut errors = Vec::new();
        for authenticator in &self.0 {
            match authenticator.authenticate(connection, headers).await {
                Ok(Some(user)) => return Ok(Some(authenticated(user))),
                Ok(None) => {}
                Err(error) => errors.push(error),
            }
        }
        match errors.as_slice() {
            [] => Ok(None),
            [one] => Err(one.clone()),
            many => Err(format!("[{}]", many.join(", "))),
        }
    }
}

/// The user with the group of all who are known.
pub(crate) fn authenticated(mut user: User) -> User {
    let marked = |group: &String| group == ALL_AUTHENTICATED || group == ALL_UNAUTHENTICATED;
    if !user.groups.iter().any(marked) {
        user.groups.push(ALL_AUTHENTICATED.to_owned());
    }
    user
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Says(Result<Option<&'static str>, &'static str>);

    #[async_trait]
    impl Authenticator for Says {
        async fn authenticate(&self, _: &Connection, _: &HeaderMap) -> Result<Option<User>, String> {
            let user = |name: &str| User { name: name.to_owned(), ..User::default() };
            self.0.map(|name| name.map(user)).map_err(str::to_owned)
        }
    }

    #[tokio::test]
    async fn whoever_knows_the_client_counts() {
        for (says, expected) in [
            (vec![Ok(None), Ok(Some("a")), Ok(Some("b"))], Ok(Some("a"))),
            (vec![Err("bad"), Ok(Some("b"))], Ok(Some("b"))),
            (vec![Err("bad"), Ok(None)], Err("bad")),
            (vec![Err("x"), Err("y")], Err("[x, y]")),
            (vec![Ok(None)], Ok(None)),
        ] {
            let chain =
                Chain(says.iter().map(|one| Arc::new(Says(*one)) as Arc<dyn Authenticator>).collect());
            let found = chain.authenticate(&Connection::default(), &HeaderMap::new()).await;
            let name = found.as_ref().map(|user| user.as_ref().map(|user| user.name.as_str()));
            assert_eq!(name.map_err(String::as_str), expected, "{says:?}");
            if let Ok(Some(user)) = found {
                assert_eq!(user.groups, [ALL_AUTHENTICATED]);
            }
        }
    }
}
