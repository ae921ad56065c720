//! `celosia tree`: generalization sets of a column from trees, their losses, their comparison, and the table with them.

use celosia::error::{Error, Result, some_of};
use celosia::report::wrap;
use celosia::say::count;
use celosia::tree::{
    Method, Question, Together, answer, apply, compare, comparison_json, comparison_text, find_key, find_walk,
    grouped_json, grouped_text, together_json, together_text,
};
use celosia::watch::Watch;
use serde_json::{Value, json};

use crate::arguments::TreeArguments;
use crate::given;
use crate::terminal::Terminal;

/// Sets that are printed of each column.
const SHOWN: usize = 40;

pub fn run(arguments: &TreeArguments, terminal: &Terminal) -> Result<()> {
    given::table(&arguments.table)?;
    let question = Question {
        table: arguments.table.clone(),
        reading: arguments.reading.reading()?,
        missing: arguments.missing.clone(),
        allow_loss: arguments.allow_loss,
        columns: arguments.columns()?,
        method: Method::find(&arguments.tree)?,
        walk: find_walk(&arguments.walk)?,
        key: find_key(&arguments.key)?,
    };
    terminal.make_way(&arguments.output)?;
    terminal.thread_limit(arguments.threads);
    let together = answer(&question, arguments.threads, terminal)?;
    terminal.check()?;
    // First, so that a refusal says nothing else.
    let output = arguments.output.as_ref().filter(|_| arguments.apply);
    let applied = output.map(|output| apply(&together, output, terminal)).transpose()?;
    let mut object = object(&together, &question, arguments);
    if arguments.all {
        compare_all(&together, &question, &mut object, terminal)?;
    } else {
        let how = how(&question, arguments);
        let columns = together.columns.iter().map(|column| grouped_text(column, &how, SHOWN, terminal.width()));
        terminal.say(columns.collect::<Vec<_>>().join("\n"));
    }
    terminal.say(format!("\n{}", together_text(&together, terminal.width())));
    if let (Some(output), Some(applied)) = (output, applied) {
        let untouched = match applied.untouched.len() {
            0 => "there is no other column".to_string(),
            _ => format!("left as they were, unprotected: {}", some_of(&applied.untouched)),
        };
        let said = format!(
            "read back and recounted: {}, k = {} for the columns together; {untouched}",
            count(applied.rows, "row", "rows"),
            applied.k
        );
        terminal.say(wrap(&said, terminal.width()));
        object["applied"] = json!({
            "output": output.display().to_string(), "rows": applied.rows, "k": applied.k,
            "untouched": applied.untouched,
        });
        terminal.wrote(output, "; only the columns named were changed");
    } else if !arguments.all {
        terminal.hint(
            "--apply -o FILE writes the table with the sets in their place; what is shown here are values of your data",
        );
    }
    terminal.object(&object);
    Ok(())
}

fn how(question: &Question, arguments: &TreeArguments) -> String {
    match question.method {
        Method::Optimal => format!("the best cut of the values in order of {}", arguments.key),
        Method::Tree(_) if !celosia::tree::find_tree(&arguments.tree).is_ok_and(|tree| tree.keyed) => {
            format!("{} tree (all walks agree)", arguments.tree)
        }
        Method::Tree(_) => format!("{} tree by {}, {}-order walk", arguments.tree, arguments.key, arguments.walk),
    }
}

/// One column's sets stand at the top of the object too.
fn object(together: &Together, question: &Question, arguments: &TreeArguments) -> Value {
    let of_column = |column| grouped_json(column, question.method, &arguments.walk, &arguments.key);
    let columns: Vec<Value> = together.columns.iter().map(of_column).collect();
    let mut object = match &columns[..] {
        [only] => only.clone(),
        _ => json!({}),
    };
    object["table"] = json!(arguments.table.display().to_string());
    object["columns"] = json!(columns);
    object["combination"] = together_json(together);
    object
}

fn compare_all(together: &Together, question: &Question, object: &mut Value, terminal: &Terminal) -> Result<()> {
    let mut comparisons = Vec::new();
    for (column, asked) in together.columns.iter().zip(&question.columns) {
        terminal.check()?;
        let comparison = compare(&column.column, question.key, asked.k)
            .map_err(|e| Error::study(format!("column \"{}\"", asked.column), e.to_string(), e.hint()))?;
        terminal.say(format!("{}\n", comparison_text(&asked.column, &comparison, terminal.width())));
        let mut of_column = comparison_json(&comparison);
        of_column["column"] = json!(asked.column);
        comparisons.push(of_column);
    }
    if let [only] = &comparisons[..] {
        object["combinations"] = only["combinations"].clone();
    }
    object["comparison"] = json!(comparisons);
    Ok(())
}
