//! `celosia sql`: the statements that count a table, and make its release, where it lies.

use celosia::choose::{self, Choice};
use celosia::error::{Error, Result};
use celosia::open::{floors_before, inputs};
use celosia::release::{Options, Plan, Suppressed, output, write_private};
use celosia::sql::{self, Dialect};
use celosia::study::Study;
use serde_json::json;

use crate::arguments::{SqlArguments, SuppressedFlag};
use crate::engine;
use crate::terminal::Terminal;

/// A statement, and what to say with it.
struct Printed {
    step: &'static str,
    about: Vec<String>,
    statement: String,
    next: String,
}

pub fn run(arguments: &SqlArguments, terminal: &Terminal) -> Result<()> {
    let dialect = sql::find(&arguments.dialect)?;
    let study = arguments.study.study_of_any_table()?;
    let rows = study.data.rows.as_ref().ok_or_else(|| {
        Error::study("[data]", "no table to read from", "name it with --table NAME, or table = \"NAME\" under [data]")
    })?;
    let from = sql::from(dialect, rows);
    let inputs: Vec<_> = inputs(None, &study).into_iter().chain([arguments.study.study.clone()]).collect();
    if let Some(file) = &arguments.output {
        output::check(file, inputs)?;
        terminal.make_way([file])?;
    }
    let printed = if arguments.release {
        recoding(arguments, study, dialect, &from, terminal)?
    } else {
        counting(arguments, &study, dialect, &from, terminal)?
    };
    let comments: String = printed.about.iter().map(|line| format!("-- {}\n", one_line(line))).collect();
    let text = format!("{comments}{};\n", printed.statement);
    match &arguments.output {
        Some(file) => {
            write_private(file, &text)?;
            terminal.wrote(file, "");
        }
        None => terminal.say(&text),
    }
    terminal.object(&json!({
        "dialect": dialect.name, "from": from, "step": printed.step, "statement": text,
    }));
    terminal.hint(&printed.next);
    Ok(())
}

/// What every counted result is.
const KEEP: &str =
    "Save the result with its header, as CSV or Parquet. It holds values of the data: keep it as you keep them.";

/// The statement that counts; before it, where columns have floors, the one that counts their values.
fn counting(
    arguments: &SqlArguments,
    study: &Study,
    dialect: &Dialect,
    from: &str,
    terminal: &Terminal,
) -> Result<Printed> {
    let file = arguments.study.study.display();
    let about =
        |what: &str| vec![format!("celosia, study {}, for {}: {what}.", study.name, dialect.engine), KEEP.to_string()];
    if let Some(statement) = sql::values(dialect, study, from).filter(|_| study.data.values.is_none()) {
        let again = format!("celosia sql {file} --dialect {} --values values.csv", dialect.name);
        return Ok(Printed {
            step: "values",
            about: about("rows per value of the columns that have a floor (1 of 2)"),
            statement: statement.whole(dialect),
            next: format!("save the result as values.csv, then {again}"),
        });
    }
    let (step, more) = match study.has_floors() {
        true => ("rows per distinct tuple (2 of 2)", " --values values.csv"),
        false => ("rows per distinct tuple", ""),
    };
    Ok(Printed {
        step: "count",
        about: about(step),
        statement: sql::counting(dialect, study, from, &floors_before(study, terminal)?)?.whole(dialect),
        next: format!("save the result as counted.csv, then celosia front {file} --frequency counted.csv{more}"),
    })
}

/// The statement that makes the release of a point.
fn recoding(
    arguments: &SqlArguments,
    study: Study,
    dialect: &Dialect,
    from: &str,
    terminal: &Terminal,
) -> Result<Printed> {
    let mut study = arguments.choice.required(study)?;
    if arguments.point.is_none() {
        study.require.extend(study.presets.iter().flat_map(|preset| preset.requirements()));
    }
    let least = (!study.require.is_empty()).then_some(Choice::LeastLoss);
    let flow = engine::open(study, terminal)?;
    let asked = arguments.choice.choice(flow.problem.model())?;
    let chosen = asked.or(arguments.point.map(Choice::Point)).or(arguments.knee.then_some(Choice::Knee)).or(least);
    let choice = chosen.ok_or_else(|| {
        Error::study(
            "--release",
            "which point of the front?",
            "choose with --k, --level, --max-loss, --knee or --point",
        )
    })?;
    let front = match choice {
        Choice::Privacy(_) | Choice::MaxLoss(_) => flow.front(&flow.request().only(choice), terminal)?,
        _ => flow.front(&flow.request(), terminal)?,
    };
    let point = &front.points[choose::choose(&front, flow.problem.model(), choice)?];
    let options = Options {
        suppressed: match arguments.suppressed {
            SuppressedFlag::Drop => Suppressed::Drop,
            SuppressedFlag::Star => Suppressed::Star,
        },
        keep_order: false,
    };
    let statement = Plan::new(&flow.source, &flow.problem, point, options).statement(dialect, from)?;
    let quasi: Vec<&str> = flow.source.quasi().map(|quasi| quasi.said.name.as_str()).collect();
    let level = choose::say_level(flow.problem.model(), point.outcome.protection);
    let (kept, lost) = (flow.problem.frequency.rows - point.outcome.suppressed, point.outcome.suppressed);
    Ok(Printed {
        step: "release",
        about: vec![
            format!("celosia, study {}, for {}: the release with {level}.", flow.source.study.name, dialect.engine),
            format!(
                "Gives {kept} rows ({lost} suppressed). Fewer, where the table has changed since it was counted: count again."
            ),
            "This statement holds values of the data, and which classes are suppressed: keep it as you keep the data."
                .into(),
        ],
        statement,
        next: format!("run it, export the result, and check it: celosia verify RELEASE --quasi {}", quasi.join(",")),
    })
}

/// A comment ends with its line: nothing in it may begin another.
fn one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}
