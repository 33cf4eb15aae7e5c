//! What a verb that changes something says: `deployment.apps/web created`, or the object in the form that `-o` asks for.

use serde_json::Value;

use super::Printer;
use crate::cx::Cx;
use crate::discovery::label;
use crate::error::{Result, bail};
use crate::server::Query;
use crate::tree::Tree as _;

/// Whether to pretend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DryRun {
    /// Not at all.
    None,
    /// Without the server.
    Client,
    /// By the server.
    Server,
}

impl DryRun {
    /// What the flag says.
    pub fn of(cx: &Cx) -> Result<Self> {
        match cx.flags.text("dry-run") {
            "none" | "" | "false" | "0" | "f" => Ok(Self::None),
            "client" | "unchanged" | "true" | "1" | "t" => Ok(Self::Client),
            "server" => Ok(Self::Server),
            other => bail!("Invalid dry-run value ({other}). Must be \"none\", \"server\", or \"client\"."),
        }
    }

    /// What a request asks for it.
    pub fn query(self) -> Query {
        if self == Self::Server { vec![("dryRun", "All".to_owned())] } else { Vec::new() }
    }

    /// What follows what was done.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Client => " (dry run)",
            Self::Server => " (server dry run)",
        }
    }
}

/// Says what was done.
#[derive(Debug)]
pub struct Outcome {
    printer: Option<Printer>,
    /// Whether it is done at all.
    pub dry_run: DryRun,
    manager: String,
    validate: bool,
}

impl Outcome {
    /// As the flags of a run ask.
    pub fn of(cx: &Cx) -> Result<Self> {
        let manager = if cx.flags.has("field-manager") { cx.flags.text("field-manager") } else { "" };
        Ok(Self {
            printer: Printer::of(cx)?,
            dry_run: if cx.flags.has("dry-run") { DryRun::of(cx)? } else { DryRun::None },
            manager: manager.to_owned(),
            validate: cx.flags.has("validate"),
        })
    }

    /// Whether nothing is sent.
    pub fn is_client_only(&self) -> bool {
        self.dry_run == DryRun::Client
    }

    /// Whether the object itself is shown.
    pub fn shows_object(&self) -> bool {
        self.printer.is_some()
    }

    /// What every writing request asks.
    pub fn query(&self, cx: &Cx) -> Query {
        let mut query = self.dry_run.query();
        if !self.manager.is_empty() {
            query.push(("fieldManager", self.manager.clone()));
        }
        if self.validate {
            let mode = match cx.flags.text("validate") {
                "warn" => "Warn",
                "ignore" | "false" => "Ignore",
                _ => "Strict",
            };
            query.push(("fieldValidation", mode.to_owned()));
        }
        query
    }

    /// Says it.
    pub fn say(&self, cx: &Cx, object: &Value, done: &str) -> Result {
        if let Some(printer) = &self.printer {
            return printer.print(cx, object);
        }
        let suffix = self.dry_run.suffix();
        cx.io.out(format!("{} {done}{suffix}\n", label(object.group(), object.kind(), object.name())));
        Ok(())
    }
}
