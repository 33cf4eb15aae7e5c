//! Logs on standard error: readable lines for people, JSON for collectors.
//!
//! The binary calls [`init`] once, with the filter it takes from its flags and environment; everything else just uses `tracing`.

use std::io::IsTerminal;

use tracing::Dispatch;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

/// How lines look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Time, level, place, message, fields; coloured on a terminal.
    #[default]
    Text,
    /// One JSON object per line, the fields beside `timestamp`, `level` and `message`.
    Json,
}

impl std::str::FromStr for Format {
    type Err = LogError;

    fn from_str(name: &str) -> Result<Self, LogError> {
        match name {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            _ => Err(LogError::Format(name.to_owned())),
        }
    }
}

/// What to log and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// How lines look.
    pub format: Format,
    /// What is logged: a level, or levels by crate such as `info,store=debug`.
    pub filter: String,
}

impl Default for Options {
    fn default() -> Self {
        Self { format: Format::Text, filter: "info".to_owned() }
    }
}

/// Why logs cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// No such format.
    #[error("{0:?} is no log format; there are text and json")]
    Format(String),
    /// The filter makes no sense.
    #[error("the log filter {filter:?}: {reason}")]
    Filter {
        /// As it was given.
        filter: String,
        /// What is wrong with it.
        reason: String,
    },
    /// It was done before.
    #[error("logs are set up already")]
    Twice,
}

/// Sends the process's logs to standard error. For the binary only: this is the one thing that is the whole process's.
pub fn init(options: &Options) -> Result<(), LogError> {
    let colour = std::io::stderr().is_terminal();
    let dispatch = dispatch(options, std::io::stderr, colour)?;
    tracing::dispatcher::set_global_default(dispatch).map_err(|_| LogError::Twice)
}

/// The same to any writer, for tests and for logs of one task.
pub fn dispatch<W>(options: &Options, writer: W, colour: bool) -> Result<Dispatch, LogError>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let filter = EnvFilter::builder()
        .parse(&options.filter)
        .map_err(|error| LogError::Filter { filter: options.filter.clone(), reason: error.to_string() })?;
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer);
    Ok(match options.format {
        Format::Text => Dispatch::new(builder.with_ansi(colour).finish()),
        Format::Json => Dispatch::new(builder.json().flatten_event(true).finish()),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parking_lot::Mutex;

    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl std::io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn logged(format: Format, filter: &str, colour: bool) -> String {
        let lines = Lines::default();
        let writer = lines.clone();
        let options = Options { format, filter: filter.to_owned() };
        let dispatch = dispatch(&options, move || writer.clone(), colour).unwrap();
        tracing::dispatcher::with_default(&dispatch, || {
            tracing::info!(pod = "web-0", "started");
            tracing::debug!("detail");
        });
        let bytes = lines.0.lock().clone();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn lines_are_readable_or_json_and_filtered() {
        let text = logged(Format::Text, "info", false);
        assert!(text.ends_with(" INFO telemetry::logs::tests: started pod=\"web-0\"\n"), "{text}");
        assert_eq!(text.lines().count(), 1);
        let coloured = logged(Format::Text, "telemetry=debug", true);
        assert!(coloured.contains("\x1b[") && coloured.lines().count() == 2, "{coloured}");
        let json = logged(Format::Json, "info", true);
        assert!(json.contains(r#""message":"started","pod":"web-0""#) && !json.contains('\x1b'), "{json}");
        assert_eq!(logged(Format::Text, "error", false), "");
    }

    #[test]
    fn nonsense_is_refused() {
        let options = Options { filter: "a=loud".into(), ..Options::default() };
        let refused = dispatch(&options, std::io::sink, false).unwrap_err().to_string();
        assert!(refused.contains("a=loud"), "{refused}");
        assert!("klog".parse::<Format>().is_err() && "json".parse::<Format>().unwrap() == Format::Json);
    }
}
