//! What readers get wrong with a release, in words and as JSON.

use serde_json::{Value, json};

use crate::say::percent;
use crate::utility::Utility;

/// One sentence or two.
pub fn utility_text(utility: &Utility) -> String {
    let by_columns = utility.counts.iter().zip(1..).map(|(error, columns)| match columns {
        1 => format!("{} over one column", percent(*error)),
        _ => format!("{} over {columns}", percent(*error)),
    });
    let mut text = format!(
        "Random range counts are off by {} ({})",
        percent(utility.all_counts),
        by_columns.collect::<Vec<_>>().join(", ")
    );
    if let Some(means) = utility.means {
        text += &format!(", means of ranges by {means:.3} standard deviations");
    }
    text.push('.');
    if let Some(classifier) = &utility.classifier {
        text += &format!(
            " A classifier trained on it is right about {} of the rows; trained on the table {}, and {} have the most frequent \
             label.",
            percent(classifier.on_release),
            percent(classifier.on_table),
            percent(classifier.majority)
        );
    }
    text
}

/// The same for programs.
pub fn utility_json(utility: &Utility) -> Value {
    json!({
        "count_error": utility.all_counts,
        "count_error_by_columns": utility.counts,
        "mean_error": utility.means,
        "classifier": utility.classifier.as_ref().map(|classifier| json!({
            "on_release": classifier.on_release,
            "on_table": classifier.on_table,
            "majority": classifier.majority,
        })),
    })
}
