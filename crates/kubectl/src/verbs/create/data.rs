//! Where the data of config maps and secrets comes from: files, literals, files of variables.

use std::path::Path;

use crate::cx::Cx;
use crate::error::{Result, bail, plain};
use crate::flags::Flag;

/// The flags.
pub static SOURCES: &[Flag] = &[
    Flag::list("from-file", "Files or directories to take; [key=]source"),
    Flag::repeat("from-literal", "A key and literal value to insert (i.e. mykey=somevalue)"),
    Flag::list("from-env-file", "Files of key=val pairs to take"),
    Flag::switch("append-hash", "Append a hash of the object to its name"),
];

/// Keys and values, in the order they are given.
pub fn read(cx: &Cx, what: &str) -> Result<Vec<(String, Vec<u8>)>> {
    let (files, literals, variables) =
        (cx.flags.list("from-file"), cx.flags.list("from-literal"), cx.flags.list("from-env-file"));
    if !variables.is_empty() && (!files.is_empty() || !literals.is_empty()) {
        bail!("from-env-file cannot be combined with from-file or from-literal");
    }
    let mut data = Vec::new();
    for literal in literals {
        match literal.split_once('=') {
            Some((key, value)) if !key.is_empty() => {
                data.push((key.to_owned(), unquoted(value).as_bytes().to_vec()))
            }
            _ => bail!("invalid literal source {literal}, expected key=value"),
        }
    }
    for file in files {
        from_file(&file, &mut data)?;
    }
    for file in variables {
        from_variables(cx, &file, what, &mut data)?;
    }
    Ok(data)
}

/// Shells that are not asked for quotes leave them in.
fn unquoted(value: &str) -> &str {
    let inner = |quote: char| value.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    inner('"').or_else(|| inner('\'')).filter(|_| value.len() >= 2).unwrap_or(value)
}

fn from_file(source: &str, data: &mut Vec<(String, Vec<u8>)>) -> Result {
    let (key, path) = match source.matches('=').count() {
        0 => (None, source),
        1 if source.starts_with('=') => bail!("key name for file path {} missing", &source[1..]),
        1 if source.ends_with('=') => bail!("file path for key name {} missing", &source[..source.len() - 1]),
        1 => source.split_once('=').map(|(key, path)| (Some(key), path)).expect("there is one"),
        _ => bail!("key names or file paths cannot contain '='"),
    };
    let at = Path::new(path);
    let failed = |error: std::io::Error| {
        let why = if error.kind() == std::io::ErrorKind::NotFound {
            "no such file or directory".to_owned()
        } else {
            error.to_string()
        };
        plain(format!("error reading {path}: {why}"))
    };
    if at.metadata().map_err(failed)?.is_dir() {
        if key.is_some() {
            bail!("cannot give a key name for a directory path");
        }
        let mut entries: Vec<_> = std::fs::read_dir(at)?.collect::<std::io::Result<_>>()?;
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries.into_iter().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file())) {
            data.push((entry.file_name().to_string_lossy().into_owned(), std::fs::read(entry.path())?));
        }
        return Ok(());
    }
    let name = at.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    data.push((key.map_or(name, str::to_owned), std::fs::read(at).map_err(failed)?));
    Ok(())
}

fn from_variables(cx: &Cx, path: &str, what: &str, data: &mut Vec<(String, Vec<u8>)>) -> Result {
    if Path::new(path).is_dir() {
        bail!("env {what} file cannot be a directory");
    }
    let text =
        std::fs::read_to_string(path).map_err(|error| plain(format!("error reading {path}: {error}")))?;
    for line in text.lines().map(str::trim_start).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (key, value) = line.split_once('=').map_or((line, None), |(key, value)| (key, Some(value)));
        let wrong = meta::validate::relaxed_env_var_name(key);
        if !wrong.is_empty() {
            bail!("{} is not a valid key name: {}", meta::go::quote(key), wrong.join(";"));
        }
        let value = value.map_or_else(|| cx.around.var(key).unwrap_or_default().to_owned(), str::to_owned);
        data.push((key.to_owned(), value.into_bytes()));
    }
    Ok(())
}
