//! `edit`: an object in the user's editor, and what changed there sent as a patch.

use std::io::Write as _;
use std::process::Command;

use serde_json::Value;

use crate::changes::{between, is_empty};
use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Error, Result, bail, plain};
use crate::flags::{FILES, Flag, MANAGER_EDIT, PRINT, SAVE_CONFIG, SUBRESOURCE, VALIDATE};
use crate::generate::{LAST_APPLIED, annotate_applied};
use crate::io::{err, out};
use crate::print::{Outcome, without_managed};
use crate::resources::{Info, Select, documents};
use crate::tree::Tree as _;

/// The verb.
pub const VERB: Verb = Verb {
    name: "edit",
    section: Section::Intermediate,
    usage: "(RESOURCE/NAME | -f FILENAME)",
    about: "Edit a resource on the server",
    examples: &[("Edit the service named 'registry'", "kubectl edit svc/registry")],
    flags: &[FILES, PRINT, SAVE_CONFIG, VALIDATE, MANAGER_EDIT, SUBRESOURCE, OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::switch("output-patch", "Output the patch if the resource is edited"),
    Flag::switch("windows-line-endings", "Kept for scripts"),
];

const HEADER: &str = "# Please edit the object below. Lines beginning with a '#' will be ignored,\n\
# and an empty file will abort the edit. If an error occurs while saving this file will be\n# reopened with the relevant failures.\n#\n";

async fn run(cx: &Cx) -> Result {
    let infos = Select { latest: true, ..Select::of(cx) }.find(cx).await?.sound()?;
    if infos.is_empty() {
        bail!("edit cancelled, no objects found");
    }
    let outcome = Outcome::of(cx)?;
    for info in infos {
        one(cx, &outcome, info).await?;
    }
    Ok(())
}

async fn one(cx: &Cx, outcome: &Outcome, info: Info) -> Result {
    let before =
        if cx.flags.on("show-managed-fields") { info.object.clone() } else { without_managed(&info.object) };
    let original = codec::yaml::to_string(&before);
    let (mut text, mut failure) = (original.clone(), String::new());
    loop {
        let edited = in_editor(cx, &format!("{HEADER}{failure}{text}"))?;
        let body = without_comments(&edited);
        if body.trim().is_empty() {
            err!(cx, "Edit cancelled, saved file was empty.");
            return Ok(());
        }
        if body == text {
            if failure.is_empty() {
                err!(cx, "Edit cancelled, no changes made.");
                return Ok(());
            }
            let path = keep(&edited)?;
            err!(cx, "A copy of your changes has been stored to {}", path);
            return Err(plain("Edit cancelled, no valid changes were saved."));
        }
        text = body;
        match send(cx, outcome, &info, &before, &text).await {
            Ok(()) => return Ok(()),
            Err(error @ (Error::Status(_) | Error::Plain(_))) => {
                err!(cx, "{}", error.told().trim_end());
                failure = error.told().lines().map(|line| format!("# {line}\n")).collect::<String>() + "#\n";
            }
            Err(other) => return Err(other),
        }
    }
}

async fn send(cx: &Cx, outcome: &Outcome, info: &Info, before: &Value, text: &str) -> Result {
    let trees = documents(text.as_bytes())
        .map_err(|error| plain(format!("The edited file had a syntax error: {error}")))?;
    let Some(mut after) = trees.into_iter().next() else { bail!("The edited file is empty") };
    if after.text("apiVersion") != before.text("apiVersion") || after.kind() != before.kind() {
        bail!("At least one of apiVersion, kind and name was changed");
    }
    if after.name() != before.name() {
        bail!("At least one of apiVersion, kind and name was changed");
    }
    if cx.flags.on("save-config")
        || before.at("metadata.annotations").get(LAST_APPLIED).is_some() && cx.flags.changed("save-config")
    {
        annotate_applied(&mut after);
    }
    let (content, patch) = between(before, &after)?;
    if is_empty(&patch) {
        out!(cx, "{} skipped", info.label());
        return Ok(());
    }
    if cx.flags.on("output-patch") {
        out!(cx, "Patch: {patch}");
    }
    let mut target = info.clone();
    target.subresource = cx.flags.text("subresource").to_owned();
    let after = target.patch(cx.server().await?, content, &patch, outcome.query(cx)).await?;
    outcome.say(cx, &after, "edited")
}

/// What the user makes of a text.
fn in_editor(cx: &Cx, text: &str) -> Result<String> {
    let mut file = tempfile::Builder::new().prefix("kubectl-edit-").suffix(".yaml").tempfile()?;
    file.write_all(text.as_bytes())?;
    let editor = cx.around.var("KUBE_EDITOR").or_else(|| cx.around.var("EDITOR")).unwrap_or("vi");
    // The variable may hold arguments and quotes, which are the shell's business.
    let status =
        Command::new("sh").arg("-c").arg(format!("{editor} \"$1\"")).arg("sh").arg(file.path()).status();
    match status {
        Ok(status) if status.success() => Ok(std::fs::read_to_string(file.path())?),
        Ok(status) => bail!("there was a problem with the editor {}: {status}", meta::go::quote(editor)),
        Err(error) => bail!("unable to launch the editor {}: {error}", meta::go::quote(editor)),
    }
}

fn without_comments(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect()
}

fn keep(text: &str) -> Result<String> {
    let file = tempfile::Builder::new().prefix("kubectl-edit-").suffix(".yaml").tempfile()?;
    std::fs::write(file.path(), text)?;
    let (_, path) = file.keep().map_err(|error| plain(error.to_string()))?;
    Ok(path.to_string_lossy().into_owned())
}

/// `create --edit`: objects of files, edited before they are made.
pub(super) async fn before_create(cx: &Cx) -> Result {
    let outcome = Outcome::of(cx)?;
    Select::of(cx)
        .find(cx)
        .await?
        .each(async |mut info| {
            let edited = in_editor(cx, &format!("{HEADER}{}", codec::yaml::to_string(&info.object)))?;
            let trees = documents(without_comments(&edited).as_bytes()).map_err(plain)?;
            let Some(object) = trees.into_iter().next() else {
                err!(cx, "Edit cancelled, saved file was empty.");
                return Ok(());
            };
            info.object = object;
            super::create::create(cx, &outcome, info).await
        })
        .await
}
