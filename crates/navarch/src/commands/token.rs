//! `navarch token`: the tokens by which nodes join, as secrets in the cluster. Speaks to the running server as its administrator.

mod plan;

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use authn::{BootstrapToken, JoinToken};
use bytes::Bytes;
use client::Client;
use runtime::Clock;
use serde_json::Value;

use crate::cluster::address;

const SECRETS: &str = "/api/v1/namespaces/kube-system/secrets";
const AUTHORITY_BINDINGS: &str = "/apis/rbac.authorization.k8s.io/v1/namespaces/kube-system/rolebindings";
const ROLES: &str = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
const BINDINGS: &str = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings";

/// Make, list and delete the tokens by which nodes join.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Make a token.
    Create(Create),
    /// List all tokens.
    List,
    /// Delete tokens, named by their first part or whole.
    Delete(Delete),
}

#[derive(Debug, clap::Args)]
struct Create {
    /// The token to make, in the form `abcdef.0123456789abcdef`; a new one if left out.
    #[arg(value_name = "TOKEN")]
    token: Option<BootstrapToken>,

    /// How long it is good: `24h`, `30m`; 0 is forever.
    #[arg(long, value_name = "DURATION", default_value = "24h", value_parser = super::duration)]
    ttl: Duration,

    /// What it is for.
    #[arg(long, value_name = "TEXT", default_value = "")]
    description: String,

    /// Print the whole command that makes a machine join, in place of the token alone.
    #[arg(long)]
    print_join_command: bool,

    /// Where nodes reach the server, if not at this machine's own address: `https://host:port`.
    #[arg(long, value_name = "URL")]
    server: Option<String>,
}

#[derive(Debug, clap::Args)]
struct Delete {
    /// Which.
    #[arg(value_name = "TOKEN", required = true)]
    tokens: Vec<String>,
}

/// Does what was asked.
#[expect(clippy::print_stdout, reason = "the answer of a command")]
pub fn run(data_dir: &Path, args: &Args) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let client = admin(data_dir).await?;
        match &args.command {
            Command::Create(create) => println!("{}", make(&client, data_dir, create).await?),
            Command::List => print!("{}", plan::table(&call(&client, "GET", SECRETS, None).await?)),
            Command::Delete(delete) => {
                for id in &delete.tokens {
                    let id = id.split('.').next().unwrap_or_default();
                    call(&client, "DELETE", &format!("{SECRETS}/bootstrap-token-{id}"), None).await?;
                    println!("bootstrap token {id} deleted");
                }
            }
        }
        Ok(())
    })
}

async fn admin(data_dir: &Path) -> Result<Client> {
    let path = data_dir.join("admin.kubeconfig");
    let opened = Client::from_kubeconfig(&path).await;
    opened.with_context(|| format!("{}: is --data-dir right, and has the server run?", path.display()))
}

async fn make(client: &Client, data_dir: &Path, create: &Create) -> Result<String> {
    let token = match &create.token {
        Some(token) => token.clone(),
        None => BootstrapToken::generate()?,
    };
    let now = Clock::system().now();
    let secret = plan::secret(&token, create.ttl, &create.description, now);
    call(client, "POST", SECRETS, Some(&secret)).await?;
    // What whoever joins may do: ask for a certificate, and have it approved.
    let everywhere = plan::bindings().into_iter().map(|binding| (BINDINGS, binding));
    let [role, approval] = plan::serving_approval();
    let others = [(ROLES, role), (BINDINGS, approval), (AUTHORITY_BINDINGS, plan::authority_binding())];
    for (path, binding) in everywhere.chain(others) {
        match call(client, "POST", path, Some(&binding)).await {
            Err(error) if !error.to_string().contains("already exists") => return Err(error),
            _ => {}
        }
    }
    if !create.print_join_command {
        return Ok(token.to_string());
    }
    let path = data_dir.join("pki/server-ca.crt");
    let authority = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let join = JoinToken { ca_hash: Some(tls::ca_hash(&authority)?), token };
    let server = match &create.server {
        Some(server) => server.clone(),
        None => plan::reachable(&kubeconfig_server(data_dir)?, address::of_this_machine().ok()),
    };
    Ok(format!("navarch agent --server {server} --token {join}"))
}

/// The address in the administrator's kubeconfig.
fn kubeconfig_server(data_dir: &Path) -> Result<String> {
    let path = data_dir.join("admin.kubeconfig");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let server = text.lines().find_map(|line| line.trim().strip_prefix("server:"));
    let server = server.with_context(|| format!("{} names no server", path.display()))?;
    Ok(server.trim().trim_matches('"').to_owned())
}

async fn call(client: &Client, method: &str, path: &str, body: Option<&Value>) -> Result<Value> {
    let bytes = body.map(Value::to_string).unwrap_or_default();
    let request = http::Request::builder().method(method).uri(path);
    let request = request.header("content-type", "application/json").body(Bytes::from(bytes))?;
    let response = client.request(request).await?;
    let value: Value = serde_json::from_slice(response.body()).unwrap_or_default();
    if !response.status().is_success() {
        bail!("{}", value["message"].as_str().unwrap_or("the server refused"));
    }
    Ok(value)
}
