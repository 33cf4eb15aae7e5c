//! `get -w`: what is there, then changes as they come.

use serde_json::{Value, json};

use super::{look, select};
use crate::cx::Cx;
use crate::error::Result;
use crate::print::{Printer, Tables};
use crate::resources::What;
use crate::server::{Ask, JSON, TABLE};
use crate::tree::Tree as _;
use crate::waiting::Lines;

/// Shows objects and events, as tables or otherwise.
struct Show<'a> {
    cx: &'a Cx,
    printer: Option<Printer>,
    tables: Tables,
    events: bool,
}

impl Show<'_> {
    fn object(&mut self, object: &Value, event: &str) -> Result {
        let event = self.events.then_some(event);
        if let Some(printer) = &self.printer {
            return match event {
                Some(event) => printer.print(self.cx, &json!({"type": event, "object": object})),
                None => printer.print(self.cx, object),
            };
        }
        let table = if object.kind() == "Table" {
            object.clone()
        } else {
            crate::print::plain_table(object, self.cx.now())
        };
        self.cx.io.out(self.tables.render(&table, event));
        Ok(())
    }
}

pub(super) async fn run(cx: &Cx, printer: Option<Printer>) -> Result {
    let server = cx.server().await?;
    let mut select = select(cx);
    select.single_type = true;
    if printer.is_some() {
        select.accept = JSON;
    }
    let what = What::read(&cx.args, server.discovery().await?)?;
    let (namespace, _) = cx.namespace().await?;
    let namespace = if cx.flags.on("all-namespaces") { String::new() } else { namespace };
    let (resource, name) = match &what {
        What::All(resources) if resources.len() == 1 => (resources[0].clone(), None),
        What::Named(named) if named.len() == 1 => (named[0].0.clone(), Some(named[0].1.clone())),
        What::Nothing => {
            crate::error::bail!("You must provide one or more resources by argument or filename.")
        }
        What::Named(_) => {
            crate::error::bail!("watch is only supported on individual resources and resource collections")
        }
        What::All(_) => crate::error::bail!("you may only specify a single resource type"),
    };
    let mut look = look(cx);
    look.with_namespace = cx.flags.on("all-namespaces") && resource.namespaced;
    let accept = if printer.is_some() { JSON } else { TABLE };
    let mut show =
        Show { cx, printer, tables: Tables::new(look), events: cx.flags.on("output-watch-events") };
    let silent = cx.flags.on("watch-only");
    let mut query = vec![];
    for (parameter, value) in [("labelSelector", &select.labels), ("fieldSelector", &select.fields)] {
        if !value.is_empty() {
            query.push((parameter, value.clone()));
        }
    }
    // A single object is shown as it is read, and then comes again as the first event.
    let mut skip_first = name.is_some();
    let version = match &name {
        Some(name) => {
            let object = match server.call(Ask::get(resource.item(&namespace, name)).accept(accept)).await {
                Err(error) if error.is_not_found() && cx.flags.on("ignore-not-found") => return Ok(()),
                other => other?,
            };
            if !silent {
                show.object(&object, "ADDED")?;
            }
            query.push(("fieldSelector", format!("metadata.name={name}")));
            "0".to_owned()
        }
        None => {
            let list =
                server.call(Ask::get(resource.path(&namespace)).query(query.clone()).accept(accept)).await?;
            if !silent {
                initial(&mut show, &list, &resource)?;
            }
            list.text("metadata.resourceVersion").to_owned()
        }
    };
    query.push(("watch", "true".to_owned()));
    query.push(("resourceVersion", version));
    let body =
        server.send(Ask::get(resource.path(&namespace)).query(query).accept(accept)).await?.into_body();
    let mut lines = Lines::new(body);
    while let Some(line) = lines.next().await {
        let event: Value = serde_json::from_slice(&line?)?;
        match event.text("type") {
            "BOOKMARK" => {}
            "ERROR" => return Err(crate::waiting::refused(event.at("object"))),
            _ if std::mem::take(&mut skip_first) => {}
            kind => show.object(event.at("object"), kind)?,
        }
    }
    Ok(())
}

fn initial(show: &mut Show<'_>, list: &Value, resource: &crate::discovery::Resource) -> Result {
    if list.kind() == "Table" {
        return show.object(list, "ADDED");
    }
    for item in list.items("items") {
        let mut item = item.clone();
        item["apiVersion"] = json!(resource.api_version());
        item["kind"] = json!(resource.kind);
        show.object(&item, "ADDED")?;
    }
    Ok(())
}
