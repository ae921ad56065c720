//! Making rows readable: tables by their names, queries and files as temporary views of the session.

use celosia::engine::Rows;
use celosia::error::{Error, Result};
use celosia::study::Kind;
use celosia::watch::Watch;
use spark_connect_proto::analyze_plan_request::{Analyze, Schema};
use spark_connect_proto::analyze_plan_response::Result as Analyzed;
use spark_connect_proto::{AnalyzePlanRequest, data_type};

use crate::operation::run;
use crate::session::Session;
use crate::{plan, quote};

/// Text files as our own reader takes them (RFC 4180), every value as the text that it is. A record with more or fewer
/// fields than the header, or a file with another header, is an error there too.
const CSV: [(&str, &str); 7] = [
    ("header", "true"),
    ("inferSchema", "false"),
    ("quote", "\""),
    ("escape", "\""),
    ("multiLine", "true"),
    ("mode", "FAILFAST"),
    ("enforceSchema", "false"),
];

/// What can stand behind FROM.
pub fn open(session: &Session, rows: &Rows, watch: &dyn Watch) -> Result<String> {
    match rows {
        Rows::Table(name) => table(session, name).map(|parts| quote::name(&parts)),
        Rows::Query(query) => {
            let view = quote::identifier(&quote::random("celosia_query_"));
            // A line break, because the query may end in a comment.
            let query = query.trim().trim_end_matches(';');
            ask(session, &format!("CREATE OR REPLACE TEMPORARY VIEW {view} AS\n{query}\n"), watch)?;
            Ok(view)
        }
        // In Spark's patterns a backslash makes the next character stand for itself; in ours it is one.
        Rows::Path { path, format, delimiter } => {
            files(session, &path.replace('\\', "\\\\"), format, *delimiter, watch)
        }
    }
}

/// The parts of a table's name.
pub fn table(session: &Session, name: &str) -> Result<Vec<String>> {
    quote::parts(name).map_err(|what| session.refuse(what, "a table's name looks like name, schema.name or `my name`"))
}

/// A view of the files that a pattern of Spark's finds.
pub fn files(
    session: &Session,
    pattern: &str,
    format: &str,
    delimiter: Option<char>,
    watch: &dyn Watch,
) -> Result<String> {
    if format.is_empty() || !format.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.')) {
        return Err(session.refuse(format!("\"{format}\" is no format"), "give parquet, csv, orc, delta, …"));
    }
    let mut options = vec![("path", pattern.to_string())];
    if format.eq_ignore_ascii_case("csv") {
        options.extend(CSV.map(|(key, value)| (key, value.to_string())));
        options.push(("sep", delimiter.unwrap_or(',').to_string()));
    }
    match view(session, "", format, &options, watch) {
        // To find the header of text whose records may have several lines Spark takes names of files for patterns, and
        // then misses files with brackets or backslashes in their names. Told the columns, it need not look.
        Err(Error::Engine { what, .. }) if what.contains("InvalidInputException") => {
            let mut lines = options.clone();
            lines.retain(|(key, _)| *key != "multiLine");
            let header = columns(session, &view(session, "", format, &lines, watch)?, watch)?;
            let header = header.iter().map(|(name, _)| format!("{} STRING", quote::identifier(name)));
            view(session, &format!("({})", header.collect::<Vec<_>>().join(", ")), format, &options, watch)
        }
        made => made,
    }
}

fn view(
    session: &Session,
    columns: &str,
    format: &str,
    options: &[(&str, String)],
    watch: &dyn Watch,
) -> Result<String> {
    let view = quote::identifier(&quote::random("celosia_files_"));
    let options = listed(options);
    ask(session, &format!("CREATE OR REPLACE TEMPORARY VIEW {view} {columns} USING {format} {options}"), watch)?;
    Ok(view)
}

/// `OPTIONS ('key' 'value', …)`
pub fn listed(options: &[(&str, String)]) -> String {
    let options = options.iter().map(|(key, value)| format!("{} {}", quote::text(key), quote::text(value)));
    format!("OPTIONS ({})", options.collect::<Vec<_>>().join(", "))
}

pub fn ask(session: &Session, statement: &str, watch: &dyn Watch) -> Result<()> {
    run(session, plan::command(statement), "asking Spark", watch)
}

/// Names and types of columns.
pub fn columns(session: &Session, from: &str, watch: &dyn Watch) -> Result<Vec<(String, Option<Kind>)>> {
    let request = AnalyzePlanRequest {
        session_id: session.client.session_id().into(),
        user_context: session.user(),
        analyze: Some(Analyze::Schema(Schema { plan: Some(plan::query(&format!("SELECT * FROM {from}"))) })),
        ..AnalyzePlanRequest::default()
    };
    let answer = session.wait(session.client.analyze_plan(request), watch)?.map_err(|e| session.failed(&e))?;
    let Some(Analyzed::Schema(schema)) = answer.result else {
        return Err(session.refuse(format!("does not tell the columns of {from}"), "the server may be too old"));
    };
    let Some(data_type::Kind::Struct(row)) = schema.schema.and_then(|row| row.kind) else { return Ok(Vec::new()) };
    Ok(row.fields.into_iter().map(|field| (field.name, field.data_type.and_then(|t| kind(&t.kind?)))).collect())
}

/// As the library's reader of Arrow tells types.
fn kind(of: &data_type::Kind) -> Option<Kind> {
    use data_type::Kind::{Byte, Date, Double, Float, Integer, Long, Short};
    match of {
        Byte(_) | Short(_) | Integer(_) | Long(_) => Some(Kind::Integer),
        Float(_) | Double(_) => Some(Kind::Decimal),
        Date(_) => Some(Kind::Date),
        _ => None,
    }
}
