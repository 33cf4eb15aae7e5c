//! `create token`: a token of a service account.

use http::Method;
use serde_json::json;

use crate::command::Verb;
use crate::cx::Cx;
use crate::error::{Result, bail, plain};
use crate::flags::{Flag, PRINT};
use crate::io::out;
use crate::print::Printer;
use crate::server::{Ask, escape};
use crate::tree::{Tree as _, put};

/// The verb.
pub const VERB: Verb = Verb {
    name: "token",
    usage: "SERVICE_ACCOUNT_NAME",
    about: "Request a service account token",
    examples: &[(
        "Request a token as the service account \"myapp\" in the current namespace",
        "kubectl create token myapp",
    )],
    flags: &[PRINT, OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::repeat("audience", "Audience of the requested token; may be repeated"),
    Flag::duration("duration", "0s", "Requested lifetime of the issued token"),
    Flag::text(
        "bound-object-kind",
        "",
        "Kind of an object to bind the token to. Supported kinds are Node, Pod, Secret",
    ),
    Flag::text("bound-object-name", "", "Name of an object to bind the token to"),
    Flag::text("bound-object-uid", "", "UID of an object to bind the token to"),
];

async fn run(cx: &Cx) -> Result {
    let name = cx.one_name()?;
    let nanos = cx.flags.nanos("duration");
    if nanos < 0 {
        bail!("--duration must be greater than or equal to 0");
    }
    if nanos % 1_000_000_000 != 0 {
        bail!("--duration cannot be expressed in units less than seconds");
    }
    let (kind, object, uid) = (
        cx.flags.text("bound-object-kind"),
        cx.flags.text("bound-object-name"),
        cx.flags.text("bound-object-uid"),
    );
    let mut request = json!({"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": {}});
    if kind.is_empty() {
        if !object.is_empty() {
            bail!("--bound-object-name can only be set if --bound-object-kind is provided");
        }
        if !uid.is_empty() {
            bail!("--bound-object-uid can only be set if --bound-object-kind is provided");
        }
    } else {
        if !["Node", "Pod", "Secret"].contains(&kind) {
            bail!("supported --bound-object-kind values are Node, Pod, Secret");
        }
        if object.is_empty() {
            bail!("--bound-object-name is required if --bound-object-kind is provided");
        }
        put(
            &mut request,
            "spec.boundObjectRef",
            json!({"kind": kind, "apiVersion": "v1", "name": object, "uid": uid}),
        );
    }
    if cx.flags.changed("audience") {
        put(&mut request, "spec.audiences", json!(cx.flags.list("audience")));
    }
    if nanos > 0 {
        put(&mut request, "spec.expirationSeconds", json!(nanos / 1_000_000_000));
    }
    let (namespace, _) = cx.namespace().await?;
    let path = format!("/api/v1/namespaces/{}/serviceaccounts/{}/token", escape(&namespace), escape(name));
    let answer = cx.server().await?.call(Ask::new(Method::POST, path).body(&request)).await;
    let answer = answer.map_err(|error| plain(format!("failed to create token: {error}")))?;
    match Printer::of(cx)? {
        Some(printer) => printer.print(cx, &answer),
        None => {
            out!(cx, "{}", answer.text("status.token"));
            Ok(())
        }
    }
}
