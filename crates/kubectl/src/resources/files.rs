//! Objects in files: YAML or JSON, several documents, lists, directories, the standard input.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::cx::Cx;
use crate::error::{Result, bail, plain};
use crate::tree::Tree as _;

const EXTENSIONS: [&str; 3] = ["json", "yaml", "yml"];

/// The objects of some paths, each with where it is from; and whether there was just one file.
pub fn read_paths(cx: &Cx, paths: &[String], recursive: bool) -> Result<(Vec<(String, Value)>, bool)> {
    let (mut objects, mut single, mut stdin) = (Vec::new(), paths.len() == 1, false);
    for path in paths {
        if path == "-" {
            if std::mem::replace(&mut stdin, true) {
                bail!("standard input cannot be used for multiple arguments");
            }
            single = false;
            read(&cx.io.read_all()?, "STDIN", &mut objects)?;
            continue;
        }
        if path.starts_with("http://") || path.starts_with("https://") {
            bail!(
                "unable to read URL {}: only files, directories and standard input are read",
                meta::go::quote(path)
            );
        }
        let files = expand(Path::new(path), recursive)?;
        single &= files.len() == 1;
        for file in files {
            let name = file.to_string_lossy().into_owned();
            let bytes = std::fs::read(&file).map_err(|error| plain(format!("open {name}: {error}")))?;
            read(&bytes, &name, &mut objects)?;
        }
    }
    Ok((objects, single))
}

fn expand(path: &Path, recursive: bool) -> Result<Vec<PathBuf>> {
    if !path.exists() {
        bail!("the path {} does not exist", meta::go::quote(&path.to_string_lossy()));
    }
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    walk(path, recursive, &mut files)?;
    if files.is_empty() {
        bail!("error reading [{}]: recognized file extensions are [.json .yaml .yml]", path.display());
    }
    Ok(files)
}

fn walk(directory: &Path, recursive: bool, files: &mut Vec<PathBuf>) -> Result {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(directory)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<_>>()?;
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            if recursive {
                walk(&entry, true, files)?;
            }
        } else if entry
            .extension()
            .is_some_and(|extension| EXTENSIONS.iter().any(|known| extension == *known))
        {
            files.push(entry);
        }
    }
    Ok(())
}

fn read(bytes: &[u8], source: &str, objects: &mut Vec<(String, Value)>) -> Result {
    for tree in documents(bytes).map_err(|error| plain(format!("error parsing {source}: {error}")))? {
        if tree.kind().is_empty() || tree.text("apiVersion").is_empty() {
            let missing = if tree.kind().is_empty() { "Kind" } else { "apiVersion" };
            bail!("unable to decode {}: Object '{missing}' is missing in '{tree}'", meta::go::quote(source));
        }
        objects.push((source.to_owned(), tree));
    }
    Ok(())
}

/// The documents of a text, whatever they are.
pub fn documents(bytes: &[u8]) -> std::result::Result<Vec<Value>, String> {
    let text = String::from_utf8_lossy(bytes);
    if text.trim_start().starts_with('{') {
        let stream = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
        if let Ok(trees) = stream.collect::<std::result::Result<Vec<_>, _>>() {
            return Ok(trees);
        }
    }
    let mut trees = Vec::new();
    for document in codec::yaml::documents(&text) {
        let decoded = codec::yaml::decode(document.as_bytes());
        let value = decoded.map_err(|error| format!("error converting YAML to JSON: {error}"))?.value;
        if !value.is_null() {
            trees.push(value);
        }
    }
    Ok(trees)
}

#[cfg(test)]
mod tests {
    use super::documents;

    #[test]
    fn documents_of_either_form_are_read() {
        for (text, count) in [
            ("kind: A\n---\nkind: B\n", 2),
            ("---\n# nothing\n---\nkind: A\n", 1),
            ("{\"kind\":\"A\"}\n{\"kind\":\"B\"}", 2),
            ("", 0),
        ] {
            assert_eq!(documents(text.as_bytes()).unwrap().len(), count, "{text:?}");
        }
        assert!(documents(b"a: [").is_err());
    }
}
