//! `auth whoami`.

use http::Method;
use serde_json::json;

use crate::command::Verb;
use crate::cx::Cx;
use crate::error::Result;
use crate::flags::PRINT;
use crate::print::{Printer, Tabs};
use crate::server::Ask;
use crate::tree::{Tree as _, show};

/// The verb.
pub const VERB: Verb = Verb {
    name: "whoami",
    about: "Experimental: Check self subject attributes",
    examples: &[("Get your subject attributes", "kubectl auth whoami")],
    flags: &[PRINT],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

async fn run(cx: &Cx) -> Result {
    let body = json!({"apiVersion": "authentication.k8s.io/v1", "kind": "SelfSubjectReview"});
    let ask = Ask::new(Method::POST, "/apis/authentication.k8s.io/v1/selfsubjectreviews").body(&body);
    let answer = cx.server().await?.call(ask).await?;
    if let Some(printer) = Printer::of(cx)? {
        return printer.print(cx, &answer);
    }
    let user = answer.at("status.userInfo");
    let mut text = "ATTRIBUTE\tVALUE\n".to_owned();
    for (title, field) in [("Username", "username"), ("UID", "uid")] {
        if !user.text(field).is_empty() {
            text += &format!("{title}\t{}\n", user.text(field));
        }
    }
    let list =
        |items: &[serde_json::Value]| format!("[{}]", items.iter().map(show).collect::<Vec<_>>().join(" "));
    if !user.items("groups").is_empty() {
        text += &format!("Groups\t{}\n", list(user.items("groups")));
    }
    for (key, values) in user.members("extra") {
        text += &format!("Extra: {key}\t{}\n", list(values.as_array().map_or(&[], Vec::as_slice)));
    }
    cx.io.out(Tabs::list().render(&text));
    Ok(())
}
