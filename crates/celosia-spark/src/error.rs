//! What went wrong on the server or on the way to it, in one line that shows no value of a row.

use spark_connect_core::SparkError;

/// Longer messages list plans and files.
const LONGEST: usize = 300;
const UNAVAILABLE: i32 = 14;
const REFUSED: [i32; 2] = [7, 16];

/// A call that failed.
#[derive(Debug, PartialEq, Eq)]
pub enum Failure {
    /// The connection: nobody is there, or no longer.
    Transport,
    /// Spark gave this answer.
    Spark { what: String, hint: &'static str },
}

impl From<&SparkError> for Failure {
    fn from(error: &SparkError) -> Failure {
        let code = error.grpc_code.unwrap_or_default();
        if error.error_class.is_empty() && (code == UNAVAILABLE || is_transport(&error.message)) {
            return Failure::Transport;
        }
        let hint = match error.error_class.split('.').next().unwrap_or_default() {
            _ if REFUSED.contains(&code) => "give the token that the server wants: sc://host:443/;use_ssl=true;token=…",
            "TABLE_OR_VIEW_NOT_FOUND" | "SCHEMA_NOT_FOUND" | "PATH_NOT_FOUND" => {
                "check the spelling; names and paths are those that Spark sees"
            }
            "INVALID_HANDLE" => "the server was started again meanwhile; run the same command again",
            "DATA_SOURCE_NOT_FOUND" => "the server needs the package of this format",
            _ => "Spark's log has the whole message",
        };
        Failure::Spark { what: what(error), hint }
    }
}

/// Spark's own sentence where it speaks of names; only its class where it may quote a value.
fn what(error: &SparkError) -> String {
    let class = match error.error_class.as_str() {
        "" => class_in(&error.message).unwrap_or_default(),
        class => class,
    };
    let state = error.sql_state.as_deref().or(state_in(&error.message)).unwrap_or_default();
    if speaks_of_names(state) || class.is_empty() && !error.message.contains("stage failure") {
        let line = error.message.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let line = line.split(" SQLSTATE: ").next().unwrap_or_default();
        return shortened(line);
    }
    let class = if class.is_empty() { "a task" } else { class };
    format!("{class} failed (Spark's message is left out: it may show values of rows)")
}

/// SQL states of classes 42 (names, syntax, rights), 0A (not supported), 3D and 3F (no such catalogue or schema) and 46
/// come from statements, before any row is read.
fn speaks_of_names(state: &str) -> bool {
    ["42", "0A", "3D", "3F", "46"].iter().any(|class| state.starts_with(class))
}

/// The class in `[CLASS] message`.
fn class_in(message: &str) -> Option<&str> {
    let start = message.find('[')? + 1;
    let class = &message[start..start + message[start..].find(']')?];
    let named = class.len() > 3 && class.chars().all(|c| c.is_ascii_uppercase() || matches!(c, '_' | '.' | '0'..='9'));
    named.then_some(class)
}

/// The state in `message SQLSTATE: 42P01`.
fn state_in(message: &str) -> Option<&str> {
    let behind = message.split("SQLSTATE: ").nth(1)?;
    behind.get(..5)
}

fn shortened(line: &str) -> String {
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_string(),
    }
}

/// The client's transport says what happened to a connection in words only.
pub fn is_transport(message: &str) -> bool {
    let words = ["transport error", "h2 protocol error", "error reading a body", "broken pipe", "connection reset"];
    words.iter().any(|word| message.to_lowercase().contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spark(class: &str, state: &str, message: &str) -> String {
        let error = SparkError {
            error_class: class.into(),
            sql_state: Some(state.into()),
            message: message.into(),
            ..SparkError::connect_msg("")
        };
        match Failure::from(&error) {
            Failure::Spark { what, .. } => what,
            Failure::Transport => "transport".into(),
        }
    }

    #[test]
    fn names_are_shown_and_values_are_not() {
        let missing =
            "[TABLE_OR_VIEW_NOT_FOUND] The table or view `x` cannot be found. SQLSTATE: 42P01; line 1\n'Project";
        assert_eq!(
            spark("TABLE_OR_VIEW_NOT_FOUND", "42P01", missing),
            "[TABLE_OR_VIEW_NOT_FOUND] The table or view `x` cannot be found."
        );
        let cast = "[CAST_INVALID_INPUT] The value 'Jane Doe' of the type \"STRING\" cannot be cast. SQLSTATE: 22018";
        assert!(!spark("CAST_INVALID_INPUT", "22018", cast).contains("Jane"));
        assert!(!spark("", "", &format!("Job aborted due to stage failure: {cast}")).contains("Jane"));
    }

    #[test]
    fn a_lost_connection_is_told_from_an_answer() {
        let lost = SparkError::connect_msg("[Unknown error] transport error");
        assert_eq!(Failure::from(&lost), Failure::Transport);
        assert_ne!(Failure::from(&SparkError::connect_msg("no")), Failure::Transport);
    }
}
