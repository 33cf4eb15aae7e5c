//! Flags that verbs share.

use super::Flag;

/// What every verb takes.
pub static GLOBAL: &[Flag] = &[
    Flag::text("as", "", "Username to impersonate for the operation"),
    Flag::repeat("as-group", "Group to impersonate for the operation, can be given several times"),
    Flag::text("as-uid", "", "UID to impersonate for the operation"),
    Flag::text("cache-dir", "", "Kept for scripts; nothing is cached on disk"),
    Flag::text("certificate-authority", "", "Path to a cert file for the certificate authority"),
    Flag::text("client-certificate", "", "Path to a client certificate file for TLS"),
    Flag::text("client-key", "", "Path to a client key file for TLS"),
    Flag::text("cluster", "", "The name of the kubeconfig cluster to use"),
    Flag::text("context", "", "The name of the kubeconfig context to use"),
    Flag::switch(
        "disable-compression",
        "If true, opt-out of response compression for all requests to the server",
    ),
    Flag::switch(
        "insecure-skip-tls-verify",
        "If true, the server's certificate will not be checked for validity",
    ),
    Flag::text("kubeconfig", "", "Path to the kubeconfig file to use for CLI requests"),
    Flag::text("kuberc", "", "Kept for scripts; preferences are not read"),
    Flag::switch("match-server-version", "Require server version to match client version"),
    Flag::text("namespace", "", "If present, the namespace scope for this CLI request").short('n'),
    Flag::text("password", "", "Password for basic authentication to the API server"),
    Flag::text("profile", "none", "Kept for scripts"),
    Flag::text("profile-output", "profile.pprof", "Kept for scripts"),
    Flag::text("request-timeout", "0", "How long to wait for a single server request; zero means for ever"),
    Flag::text("server", "", "The address and port of the Kubernetes API server").short('s'),
    Flag::text("tls-server-name", "", "Server name to use for server certificate validation"),
    Flag::text("token", "", "Bearer token for authentication to the API server"),
    Flag::text("user", "", "The name of the kubeconfig user to use"),
    Flag::text("username", "", "Username for basic authentication to the API server"),
    Flag::number("v", "0", "Number for the log level verbosity").short('v'),
    Flag::text("vmodule", "", "Kept for scripts"),
    Flag::switch(
        "warnings-as-errors",
        "Treat warnings received from the server as errors and exit with a non-zero exit code",
    ),
    Flag::switch("help", "Help for the command").short('h'),
];

/// Files.
pub static FILES: &[Flag] = &[
    Flag::list(
        "filename",
        "Filename or directory of files that name the resources; - for the standard input",
    )
    .short('f'),
    Flag::text("kustomize", "", "Process a kustomization directory").short('k'),
    Flag::switch("recursive", "Process the directory used in -f, --filename recursively").short('R'),
];

/// How objects are shown.
pub static PRINT: &[Flag] = &[
    Flag::text("output", "", "Output format").short('o'),
    Flag::text(
        "template",
        "",
        "Template string or path to template file to use when -o=go-template, -o=go-template-file",
    ),
    Flag::switch_on(
        "allow-missing-template-keys",
        "If true, ignore any errors in templates when a field or map key is missing",
    ),
    Flag::switch(
        "show-managed-fields",
        "If true, keep the managedFields when printing objects in JSON or YAML format",
    ),
];

/// Only pretending.
pub static DRY_RUN: &[Flag] = &[Flag::text(
    "dry-run",
    "none",
    "Must be \"none\", \"server\", or \"client\". If client strategy, only print the object that would be sent, without sending it",
)
.implied("unchanged")];

/// Who manages the fields that are written.
macro_rules! manager {
    ($name:ident, $default:literal) => {
        #[doc = concat!("Who manages the fields that are written: `", $default, "`.")]
        pub static $name: &[Flag] =
            &[Flag::text("field-manager", $default, "Name of the manager used to track field ownership")];
    };
}
manager!(MANAGER_CREATE, "kubectl-create");
manager!(MANAGER_LABEL, "kubectl-label");
manager!(MANAGER_ANNOTATE, "kubectl-annotate");
manager!(MANAGER_PATCH, "kubectl-patch");
manager!(MANAGER_EDIT, "kubectl-edit");
manager!(MANAGER_REPLACE, "kubectl-replace");
manager!(MANAGER_ROLLOUT, "kubectl-rollout");
manager!(MANAGER_SET, "kubectl-set");
manager!(MANAGER_TAINT, "kubectl-taint");
manager!(MANAGER_EXPOSE, "kubectl-expose");
manager!(MANAGER_RUN, "kubectl-run");
manager!(MANAGER_AUTOSCALE, "kubectl-autoscale");

/// Whether to check objects before they are sent.
pub static VALIDATE: &[Flag] =
    &[Flag::text("validate", "strict", "Must be one of: strict (or true), warn, ignore (or false)")
        .implied("strict")];

/// By labels.
pub static SELECTOR: &[Flag] = &[Flag::text(
    "selector",
    "",
    "Selector (label query) to filter on, supports '=', '==', '!=', 'in', 'notin'",
)
.short('l')];

/// By fields.
pub static FIELD_SELECTOR: &[Flag] =
    &[Flag::text("field-selector", "", "Selector (field query) to filter on, supports '=', '==', and '!='")];

/// All there are.
pub static ALL: &[Flag] =
    &[Flag::switch("all", "Select all resources, in the namespace of the specified resource types")];

/// In every namespace.
pub static ALL_NAMESPACES: &[Flag] =
    &[Flag::switch("all-namespaces", "If present, list the requested object(s) across all namespaces")
        .short('A')];

/// Remember what was applied.
pub static SAVE_CONFIG: &[Flag] = &[Flag::switch(
    "save-config",
    "If true, the configuration of current object will be saved in its annotation",
)];

/// In pieces.
pub static CHUNK: &[Flag] = &[Flag::number(
    "chunk-size",
    "500",
    "Return large lists in chunks rather than all at once. Pass 0 to disable",
)];

/// A part of the object.
pub static SUBRESOURCE: &[Flag] =
    &[Flag::text("subresource", "", "If specified, operates on the subresource of the requested object")];

/// Without a server.
pub static LOCAL: &[Flag] =
    &[Flag::switch("local", "If true, the command will NOT contact the API server but run locally")];

/// How long to wait for a pod.
pub static POD_TIMEOUT: &[Flag] = &[Flag::duration(
    "pod-running-timeout",
    "1m0s",
    "The length of time to wait until at least one pod is running",
)];
