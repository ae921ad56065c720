//! What a report of a release says, before it is a page: its JSON is this, word for word, and its page shows nothing else.
//! What only the internal edition has is `None`, or not there, in the public one.

use serde::Serialize;
use serde_json::Value;

/// A report of a release.
#[derive(Debug, Clone, Serialize)]
pub struct Content {
    /// `public` or `internal`.
    pub edition: &'static str,
    /// What may be done with it.
    pub may_be_shared: bool,
    /// The study.
    pub study: String,
    /// What class sizes and risks are of: `rows` or `persons`.
    pub counts: &'static str,
    /// When, by whom, with what.
    pub made: Made,
    /// What was asked.
    pub asked: Vec<Said>,
    /// What holds, as it was recounted; the models that were asked for first.
    pub holds: Vec<Held>,
    /// How many rows there are.
    pub rows: Amounts,
    /// What a stranger's chances are.
    pub risk: Attackers,
    /// How many classes have how many rows.
    pub class_sizes: Vec<Band>,
    /// How many rows run which risk.
    pub row_risks: Vec<Band>,
    /// Every column, what it is, what was done to it and what it shows.
    pub columns: Vec<Column>,
    /// Where the classes lie, where they have labels of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<Map>,
    /// What a class gives away of a sensitive column.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub learnt: Vec<Learnt>,
    /// How pairs of columns go together.
    pub pairs: Pairs,
    /// Means and spreads of columns of numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<Numbers>,
    /// How well a class is foretold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<Foretold>,
    /// What was measured against the figures of presets in force.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub presets: Vec<Regulator>,
    /// Rows of the release.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<Sample>,
    /// What it does not protect from.
    pub limits: Vec<String>,
    /// What this report leaves out, and why.
    pub left_out: Vec<String>,
    /// Hashes of the release and, salted, of what it was made from.
    pub hashes: Hashes,
}

/// When, by whom, with what.
#[derive(Debug, Clone, Serialize)]
pub struct Made {
    /// The day.
    pub date: String,
    /// Who answers for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The version of celosia.
    pub celosia: &'static str,
}

/// Something in words.
#[derive(Debug, Clone, Serialize)]
pub struct Said {
    /// What it is about.
    pub what: String,
    /// What is said.
    pub said: String,
}

/// The level of a model.
#[derive(Debug, Clone, Serialize)]
pub struct Held {
    /// The model.
    pub model: &'static str,
    /// The letter of its parameter.
    pub parameter: &'static str,
    /// Its level; nothing where no finite one holds.
    pub level: Option<f64>,
    /// The level as text.
    pub shown: String,
    /// What the model measures.
    pub measures: &'static str,
    /// Was it an objective of the study, or required?
    pub asked: bool,
}

/// How many rows there are, and what became of the others.
#[derive(Debug, Clone, Serialize)]
pub struct Amounts {
    /// Rows of the release.
    pub released: u64,
    /// Persons of the release, where persons are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub persons: Option<u64>,
    /// Its classes.
    pub classes: u64,
    /// Rows of its smallest class, or its persons.
    pub smallest_class: u64,
    /// What is known of the others.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub of: Option<Lost>,
}

/// What became of rows that are not in the release.
#[derive(Debug, Clone, Serialize)]
pub struct Lost {
    /// Rows that were read.
    pub read: u64,
    /// Those that were dropped for a missing value.
    pub dropped: u64,
    /// Those that were suppressed.
    pub suppressed: u64,
    /// What the release costs, by each metric.
    pub losses: Vec<Said>,
}

/// The three attackers.
#[derive(Debug, Clone, Serialize)]
pub struct Attackers {
    /// Above this a row is at risk.
    pub threshold: f64,
    /// In the release.
    pub release: Chances,
    /// In the original table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub original: Option<Chances>,
}

/// What three attackers' chances are. Nobody gave a population, so the journalist's are at most the prosecutor's.
#[derive(Debug, Clone, Serialize)]
pub struct Chances {
    /// Of the row that is worst off, for who knows that the person is in the table.
    pub prosecutor_highest: f64,
    /// The mean over rows.
    pub prosecutor_average: f64,
    /// For who does not know: at most this.
    pub journalist_highest_at_most: f64,
    /// The share of all rows that somebody who matches everybody matches rightly, expected.
    pub marketer: f64,
    /// Rows whose risk is above the threshold.
    pub rows_at_risk: u64,
    /// Their share.
    pub share_at_risk: f64,
}

/// A bar of a histogram.
#[derive(Debug, Clone, Serialize)]
pub struct Band {
    /// What it is called.
    pub band: String,
    /// Classes in it.
    pub classes: u64,
    /// Their rows, or their persons.
    pub rows: u64,
    /// The share of the rows.
    pub share: f64,
    /// Rows of the original table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows_before: Option<u64>,
    /// Their share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share_before: Option<f64>,
}

/// A column of the study, or one that it does not name.
#[derive(Debug, Clone, Serialize)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its role.
    pub role: &'static str,
    /// What was done to it.
    pub done: String,
    /// Where its hierarchy comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hierarchy: Option<&'static str>,
    /// How many different texts it shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shows: Option<u64>,
    /// Whom it singles out, where it is shown as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub singles_out: Option<SinglesOut>,
    /// These, or intervals that they fall into.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
    /// Are the groups intervals that were made for this report alone?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub groups_are_of_the_report: bool,
    /// What it was before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Before>,
}

/// Whom a column singles out that is shown as it is.
#[derive(Debug, Clone, Serialize)]
pub struct SinglesOut {
    /// Rows of the release with a value that no other row has.
    pub rows: u64,
    /// Rows with a value that no other row of their class has.
    pub within_classes: u64,
    /// Are these estimates?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
    /// Does the study say that it is published unprotected?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unprotected: bool,
}

/// What a column shows in some of its rows.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Group {
    /// The text.
    pub label: String,
    /// Its rows in the release.
    pub rows: u64,
    /// Their share.
    pub share: f64,
    /// Rows of the original table that show it, or would.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows_before: Option<u64>,
    /// Their share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share_before: Option<f64>,
    /// The values that it stands for, the most frequent first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stands_for: Option<String>,
}

/// A column before the release.
#[derive(Debug, Clone, Serialize)]
pub struct Before {
    /// How many different values it had.
    pub values: u64,
    /// The share of the rows that would have to change their value, were rows of a group spread evenly over its values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved: Option<f64>,
    /// A histogram of numbers before and after.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub histogram: Vec<Bin>,
}

/// A bar of a histogram of numbers, as shares of all rows.
#[derive(Debug, Clone, Serialize)]
pub struct Bin {
    /// The first value in it.
    pub from: String,
    /// The last value in it.
    pub to: String,
    /// Rows before.
    pub before: f64,
    /// Rows after, spread evenly over the values that their label leaves open.
    pub after: f64,
}

/// What classes give away of a sensitive column.
#[derive(Debug, Clone, Serialize)]
pub struct Learnt {
    /// The column.
    pub column: String,
    /// How often the most frequent value of all is right.
    pub guess_blind: f64,
    /// How often the most frequent value of the class is right.
    pub guess_by_class: f64,
    /// The largest share of a value in a class.
    pub largest_share: f64,
    /// Rows whose class has one value alone.
    pub certain: u64,
}

/// Classes over two columns.
#[derive(Debug, Clone, Serialize)]
pub struct Map {
    /// The columns.
    pub columns: [String; 2],
    /// What classes show in both, those of most rows first.
    pub regions: Vec<Region>,
    /// All quasi-identifiers.
    pub quasi_identifiers: Vec<String>,
    /// The largest classes.
    pub largest: Vec<Listed>,
}

/// A class.
#[derive(Debug, Clone, Serialize)]
pub struct Listed {
    /// What it shows in each quasi-identifier.
    pub shows: Vec<String>,
    /// Its rows.
    pub rows: u64,
}

/// Classes that show the same in two columns.
#[derive(Debug, Clone, Serialize)]
pub struct Region {
    /// What they show.
    pub shows: [String; 2],
    /// Their rows.
    pub rows: u64,
    /// How many they are.
    pub classes: u64,
}

/// How pairs of columns go together.
#[derive(Debug, Clone, Serialize)]
pub struct Pairs {
    /// What the figures are.
    pub measure: &'static str,
    /// The pairs, the strongest first.
    pub pairs: Vec<Pair>,
}

/// Two columns.
#[derive(Debug, Clone, Serialize)]
pub struct Pair {
    /// Their names.
    pub columns: [String; 2],
    /// How strongly they go together in the original table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<f64>,
    /// In the release.
    pub after: f64,
}

/// A column of numbers before and after.
#[derive(Debug, Clone, Serialize)]
pub struct Numbers {
    /// The column.
    pub column: String,
    /// What it was, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Moments>,
    /// What it is, with the middle of its values for each label.
    pub after: Option<Moments>,
}

/// Mean and spread.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Moments {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
}

/// How well naive Bayes foretells a class from the quasi-identifiers.
#[derive(Debug, Clone, Serialize)]
pub struct Foretold {
    /// The class attribute.
    pub column: String,
    /// Rows that it was learnt from, in the original.
    pub trained: u64,
    /// Rows of the original that were held out, and that both are tested on.
    pub tested: u64,
    /// How often the most frequent class is right.
    pub most_frequent: f64,
    /// How often it is right when learnt from the original.
    pub original: f64,
    /// How often it is right when learnt from the release.
    pub release: f64,
}

/// A preset in force: a regulator's rule, and what was measured.
#[derive(Debug, Clone, Serialize)]
pub struct Regulator {
    /// Its name with the context that it was taken in.
    pub preset: String,
    /// What it is about.
    pub title: String,
    /// The version of its file.
    pub version: String,
    /// When its figures were last looked up.
    pub date: String,
    /// The document and the clause.
    pub source: String,
    /// How sure we are of it.
    pub certainty: &'static str,
    /// The rule in a sentence.
    pub says: String,
    /// Words of the context that nobody gave.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumed: Vec<String>,
    /// What was measured against which figure.
    pub findings: Vec<Found>,
    /// What it demands of columns.
    pub columns: Vec<String>,
    /// What it cannot say.
    pub cannot: Vec<String>,
    /// The headings of the regulator's own report.
    pub headings: Vec<Answered>,
}

/// A figure and what was measured.
#[derive(Debug, Clone, Serialize)]
pub struct Found {
    /// The rule.
    pub rule: String,
    /// In a sentence.
    pub said: String,
    /// Is it within the figure? Nothing where there is none, or where it cannot be told.
    pub within: Option<bool>,
}

/// A heading of a regulator's report, and the sections of this one that speak of it.
#[derive(Debug, Clone, Serialize)]
pub struct Answered {
    /// The heading.
    pub title: String,
    /// What the reader expects there.
    pub asks: String,
    /// The sections, each with its name.
    pub sections: Vec<(&'static str, &'static str)>,
}

/// Rows of the release.
#[derive(Debug, Clone, Serialize)]
pub struct Sample {
    /// The columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

/// Hashes.
#[derive(Debug, Clone, Serialize)]
pub struct Hashes {
    /// What the record says of the release.
    pub output: Value,
    /// What it says of the input.
    pub input: Value,
}
