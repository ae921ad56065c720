//! The command line: flags have the same names everywhere and stand for keys of the study file.

mod again;
mod apply;
mod attack;
mod choice;
mod reading;
mod search;
mod study;
mod tree;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::style::{Color, HELP};
pub use again::{quote, release_command, release_command_here};
pub use apply::ApplyArguments;
pub use attack::AttackArguments;
pub use choice::{ChoiceFlags, Named, QuestionFlags};
pub use reading::ReadingFlags;
pub use study::{StudyFlags, inline, is_study};
pub use tree::{ReproduceArguments, TreeArguments};

/// Every best trade-off between privacy and usefulness of a table, released and checked.
#[derive(Parser)]
#[command(name = "celosia", version, arg_required_else_help = true, styles = HELP, max_term_width = 100)]
#[command(after_help = FLOW)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// Print one JSON object and nothing else
    #[arg(long, global = true, help_heading = "Output")]
    pub json: bool,
    /// Print no progress and no hints
    #[arg(long, short, global = true, help_heading = "Output")]
    pub quiet: bool,
    /// When to use colours: auto is on a terminal, unless NO_COLOR is set
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value = "auto",
        global = true,
        help_heading = "Output",
        hide_possible_values = true
    )]
    pub color: Color,
}

/// What a newcomer needs: the four steps, in their order.
const FLOW: &str = "From a table to a checked release:
  1. celosia inspect people.csv         what each column is; writes people.toml: read it
  2. celosia front people.toml          every best trade-off, and a report to choose from
  3. celosia release people.toml --k 10 -o out.csv
                                        the release of your choice, with its record
  4. celosia verify out.csv             what it guarantees, measured anew

`celosia demo` shows all of it on a table of its own; `celosia COMMAND --help` has examples.";

#[derive(Subcommand)]
pub enum Command {
    /// Columns of a table, proposed roles and hierarchies, risk as it stands; writes a study file
    #[command(after_help = "Example: celosia inspect people.csv -o people.toml")]
    Inspect(Inspect),
    /// The front: every best trade-off, as a table, a chart, a JSON file and a report
    #[command(after_help = "Examples:\n  celosia front people.toml --suppression 1%\n  \
                            celosia front people.toml --k 10\n  \
                            celosia front people.csv --quasi age,sex,zip --sensitive disease --privacy t-closeness")]
    Front(FrontArguments),
    /// Write the release of one point of the front, with its record, and check it
    #[command(after_help = "Examples:\n  celosia release people.toml --k 10 -o out.csv\n  \
                            celosia release people.toml --max-loss 0.3 -o out.parquet")]
    Release(ReleaseArguments),
    /// What a table really guarantees, whoever made it
    #[command(after_help = "Examples:\n  celosia verify out.csv --quasi age,sex,zip --sensitive disease\n  \
                            celosia verify out.csv --quasi age,sex --require k-anonymity=5\n  \
                            psql people --csv -f out.sql | celosia verify - --quasi age,sex")]
    Verify(VerifyArguments),
    /// The same recoding as an earlier release, done on new rows by the plan that it left: unknown values are hidden, and k is
    /// measured, not promised
    #[command(after_help = "Example: celosia apply out.csv.plan.json new.csv -o new-out.csv")]
    Apply(ApplyArguments),
    /// What an attacker learns from a release who knows the quasi-identifiers of one person: with k alone, and what l and t
    /// change. Shows values of people in the table: for those who may see it, not to be shared
    #[command(after_help = "Examples:\n  celosia attack out.csv --quasi age,sex,zip --sensitive disease\n  \
                            celosia attack out.csv --quasi age,sex --sensitive disease --groups disease=diseases.csv --l 2,3 --t 0.2")]
    Attack(AttackArguments),
    /// The whole flow on the embedded Adult census table: front, chart, advice, report.html
    #[command(after_help = "Example: celosia demo")]
    Demo(Demo),
    /// Build, check or show the hierarchy of one column
    #[command(subcommand, after_help = "Example: celosia hierarchy show people.csv --column age")]
    Hierarchy(HierarchyCommand),
    /// Several searches on one study, on one chart: hypervolume, who covers whom, what each has spent
    #[command(after_help = "Examples:\n  celosia compare people.toml\n  \
                            celosia compare people.toml --with exact,poka --rule tolerance -o compared.svg\n  \
                            celosia compare people.toml earlier/front.json --with exact")]
    Compare(CompareArguments),
    /// Print the statements that count a table, or make its release, where it lies: for any engine that speaks SQL
    #[command(after_help = "Examples:\n  celosia sql people.toml --dialect postgresql > count.sql\n  \
                            psql people --csv -f count.sql > counted.csv\n  \
                            celosia front people.toml --frequency counted.csv\n  \
                            celosia sql people.toml --dialect postgresql --frequency counted.csv --release --k 10")]
    Sql(SqlArguments),
    /// Check a certificate with other code: that no trade-off is missing, or that nothing loses less than it says
    #[command(after_help = "Example:\n  celosia front people.toml --certificate proof.json\n  \
                            celosia certify people.toml proof.json")]
    Certify(CertifyArguments),
    /// Samarati's minimal nodes: every combination of levels that reaches a k and that no lower one does
    #[command(after_help = "Example: celosia minimal people.toml --k 10")]
    Minimal(MinimalArguments),
    /// Generalization sets of a column from Huffman, BST and AVL trees, for a k and no hierarchy
    #[command(after_help = "Examples:\n  celosia tree people.csv --column age --k 5 --tree avl --walk in\n  \
                            celosia tree people.csv --column age --k 5 --all\n  \
                            celosia tree people.csv --column age=5 --column zip=10 --apply -o out.csv")]
    Tree(TreeArguments),
    /// A table or figure of the papers, ours beside theirs; or all of them, and which statements hold
    #[command(after_help = "Examples:\n  celosia reproduce tree-table-4\n  celosia reproduce --all --output papers/")]
    Reproduce(ReproduceArguments),
    /// A table of any size like a study's: synthetic rows from its marginals and pairwise dependencies, for benchmarks and
    /// demos. Not a privacy mechanism: values are real values of the source
    #[command(after_help = "Examples:\n  celosia generate --like people.toml --rows 100M --seed 7 -o folder/\n  \
                            celosia generate --like people.toml --rows 30K -o people-like.csv")]
    Generate(GenerateArguments),
    /// Print what a shell needs to complete commands and flags
    #[command(
        after_help = "Examples:\n  celosia completions bash > ~/.local/share/bash-completion/completions/celosia\n  \
                            celosia completions zsh > ~/.zfunc/_celosia\n  \
                            celosia completions fish > ~/.config/fish/completions/celosia.fish"
    )]
    Completions(Completions),
    /// The help as manual pages
    #[command(after_help = "Examples:\n  celosia man ~/.local/share/man/man1\n  celosia man | man -l -")]
    Man(Man),
    /// The presets of regulators and standards: rule, figure, source, how sure we are of it, and what it cannot say
    #[command(after_help = "Examples:\n  celosia presets\n  celosia presets ema-0070\n  \
                            celosia presets ipc-ontario:controls=high,motives=low,invasion=medium")]
    Presets(PresetsArguments),
    /// Print the reference of models, metrics, trees and searches as Markdown
    #[command(hide = true)]
    Reference,
}

#[derive(Args)]
pub struct PresetsArguments {
    /// One preset, with all that it says: a name, a name with its context, or a file of your own [default: all, a line each]
    #[arg(value_name = "PRESET")]
    pub preset: Option<String>,
}

#[derive(Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

#[derive(Args)]
pub struct Man {
    /// Where the pages go, one for each command [default: the main page goes to the terminal]
    #[arg(value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
}

#[derive(Args)]
pub struct Demo {
    /// Where the report goes
    #[arg(short, long, value_name = "FILE", default_value = "report.html")]
    pub output: PathBuf,
    /// Write over a file that is there [default: only over the report of an earlier demo]
    #[arg(long)]
    pub force: bool,
    /// Threads; 0 means all cores, and no more are used than four for each core or 16
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
}

#[derive(Args)]
pub struct Inspect {
    /// The table: a file, a folder, a pattern, a pipe, or - for standard input
    pub table: PathBuf,
    /// The study file to write [default: the table's name with .toml, in this folder; stdin.toml for standard input]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Start anew where the study file exists [default: keep what stands in it, and add columns that are new]
    #[arg(long)]
    pub force: bool,
    /// Ask about each column that is not certain; an empty answer takes what is proposed
    #[arg(long)]
    pub ask: bool,
    /// Show every column, however many
    #[arg(long)]
    pub all: bool,
    /// The mark before decimals, . or , [default: told from the values]
    #[arg(long, value_name = "CHARACTER")]
    pub decimal: Option<String>,
    #[command(flatten)]
    pub reading: ReadingFlags,
}

#[derive(Args)]
pub struct FrontArguments {
    #[command(flatten)]
    pub study: StudyFlags,
    #[command(flatten)]
    pub question: QuestionFlags,
    /// Write the front as JSON here [default: STUDY-front.json; with --json: nowhere]
    #[arg(long, value_name = "FILE")]
    pub front: Option<PathBuf>,
    /// Write the report here [default: STUDY-report.html; with --json: nowhere]
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Write the chart as SVG here
    #[arg(long, value_name = "FILE")]
    pub chart: Option<PathBuf>,
    /// Write the proof here, for `celosia certify`: that nothing is missing or, of regions and cuts, how little any recoding
    /// with such labels can lose. It tells of the table: for those who may see it, not for publication
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Show every point, however long the front
    #[arg(long)]
    pub all: bool,
    /// Show the level of each column beside each point as a number, as `release --levels` takes them; of cuts, how many groups
    #[arg(long)]
    pub numbers: bool,
    /// Write over files that are there [default: only over what an earlier front of the same study wrote]
    #[arg(long)]
    pub force: bool,
}

#[derive(Args)]
pub struct CompareArguments {
    #[command(flatten)]
    pub study: StudyFlags,
    /// Fronts of earlier runs on this study, as `celosia front` wrote them (front.json)
    #[arg(value_name = "FRONT")]
    pub fronts: Vec<PathBuf>,
    /// Searches to run, each a name or SPACE:NAME; each may spend the whole --budget. With settings of its own:
    /// nsga2+seed=3+mutation-per=bit, nsga2+granularity=age:5 [default: those that suit the study]
    #[arg(long, value_name = "SEARCHES", value_delimiter = ',')]
    pub with: Vec<String>,
    /// Write the chart here: .svg, or .html with the figures beside it
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Args)]
pub struct CertifyArguments {
    #[command(flatten)]
    pub study: StudyFlags,
    /// The certificate, as `celosia front STUDY --certificate FILE` wrote it. It tells of the table: for those who may see
    /// it, not for publication
    #[arg(value_name = "FILE")]
    pub certificate: PathBuf,
}

#[derive(Args)]
pub struct MinimalArguments {
    #[command(flatten)]
    pub study: StudyFlags,
    #[command(flatten)]
    pub question: QuestionFlags,
    /// Show every node, however many
    #[arg(long)]
    pub all: bool,
}

#[derive(Args)]
pub struct ReleaseArguments {
    #[command(flatten)]
    pub study: StudyFlags,
    #[command(flatten)]
    pub choice: ChoiceFlags,
    /// The released table; .parquet gives Parquet, anything else CSV [default: STUDY-release.csv]. Into a device or a pipe, or
    /// standard output as -, rows go after the recount; nothing can stand beside it, so there is no record, and no salt. An
    /// engine writes a folder of such files, or a table of its own, as table:db.name
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// What happens to suppressed rows: left out, or kept as rows of *
    #[arg(long, value_enum, default_value = "drop")]
    pub suppressed: SuppressedFlag,
    /// Write the proof that no other point loses less (or is more private) here, for `celosia certify`. It holds exact counts of
    /// the table: for those who may see the table, not for publication
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Keep the order of the source, which may tell who is who [default: shuffle]
    #[arg(long)]
    pub keep_order: bool,
    /// Where persons are shown as pseudonyms: those of a key that is there, for other tables of the same persons or a later release;
    /// who is new is added to it [default: fresh ones, and their key in NAME.key.json, which is private]
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,
    /// Write over an earlier release, with all that stands beside it [default: refuse]
    #[arg(long)]
    pub force: bool,
    /// Say all that would happen, and write nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Add two columns for each quasi-identifier of numbers, NAME-low and NAME-high: the bounds of its labels, to compute with
    #[arg(long)]
    pub numbers: bool,
    /// Write no report [default: two editions beside the release, each as HTML and JSON: NAME.report.html, which may be
    /// shared with it, and NAME.internal.html for those who may see the table]
    #[arg(long)]
    pub no_report: bool,
    /// Who answers for the release, as its report names them
    #[arg(long, value_name = "NAME", conflicts_with = "no_report")]
    pub author: Option<String>,
    /// The two quasi-identifiers that its report draws the classes over, where these have labels of their own [default: two
    /// that tell most of them apart]
    #[arg(long, value_name = "COLUMN,COLUMN", value_delimiter = ',', conflicts_with = "no_report")]
    pub map: Vec<String>,
}

#[derive(Args)]
pub struct SqlArguments {
    #[command(flatten)]
    pub study: StudyFlags,
    /// Whose SQL: spark, postgresql, duckdb, trino, snowflake or bigquery
    #[arg(long, value_name = "NAME", default_value = "postgresql")]
    pub dialect: String,
    /// Print the statement that makes the release of one point of the front [default: the one that counts]
    #[arg(long)]
    pub release: bool,
    #[command(flatten)]
    pub choice: QuestionFlags,
    /// The knee of the front, for --release
    #[arg(long, conflicts_with_all = ["k", "level", "max_loss", "point"], help_heading = "One point")]
    pub knee: bool,
    /// The point of this number in the front, for --release
    #[arg(long, value_name = "N", conflicts_with_all = ["k", "level", "max_loss"], help_heading = "One point")]
    pub point: Option<usize>,
    /// What happens to suppressed rows: left out, or kept as rows of *
    #[arg(long, value_enum, default_value = "drop")]
    pub suppressed: SuppressedFlag,
    /// Write the statement here, for its owner alone [default: the terminal]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum SuppressedFlag {
    Drop,
    Star,
}

#[derive(Args)]
pub struct VerifyArguments {
    /// The table: a file, a folder, a pattern, a pipe, or - for standard input; with --engine also a table, as table:db.name
    pub table: PathBuf,
    /// Who holds the table: local, or spark (then also --url)
    #[arg(long, value_name = "NAME")]
    pub engine: Option<String>,
    /// Where that engine listens, such as sc://host:15002
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
    /// Give up when that engine has been silent for this time, such as 10m [default: wait]
    #[arg(long, value_name = "TIME")]
    pub timeout: Option<String>,
    /// Columns that others may know [default: those of the record beside the table]
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    pub quasi: Vec<String>,
    /// Columns that nobody should learn [default: those of the record, where it says which others may know]
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    pub sensitive: Vec<String>,
    /// The column that says whose row it is: then persons are counted, and not rows; with --against it names persons in both
    #[arg(long, value_name = "COLUMN")]
    pub person: Option<String>,
    /// Everybody sees that column, as the pseudonyms of a release: whole trails must be shared, all rows of a person, each as often
    /// as it comes [default: where the record beside the table says so]
    #[arg(long, requires = "person")]
    pub trails: bool,
    /// Fail (exit 1) unless a model reaches a level, such as k-anonymity=5; or risk=0.09, average-risk=0.05, suppressed=1%
    #[arg(long, value_name = "NAME=LEVEL", value_delimiter = ',')]
    pub require: Vec<String>,
    /// Hold the table against the figures of a preset (`celosia presets` lists them), and fail (exit 1) where it is outside
    #[arg(long, value_name = "PRESET")]
    pub preset: Vec<String>,
    /// The population that the table was drawn from, in the same coding: for the journalist's risk
    #[arg(long, value_name = "TABLE")]
    pub population: Option<PathBuf>,
    /// An earlier release of nearly the same persons: what both give away together
    #[arg(long, value_name = "TABLE")]
    pub against: Option<PathBuf>,
    /// A record is at risk where its risk is above this
    #[arg(long, value_name = "RISK", default_value_t = 0.2)]
    pub risk_threshold: f64,
    /// Constant of recursive (c,l)-diversity [default: the record's, else 3]
    #[arg(long)]
    pub c: Option<f64>,
    /// Bound of (alpha,k)-anonymity [default: the record's, else 0.5]
    #[arg(long)]
    pub alpha: Option<f64>,
    /// Spellings of missing values, which add nothing to the diversity of sensitive ones [default: the record's, else empty
    /// and ?]
    #[arg(long, value_name = "SPELLINGS", value_delimiter = ',')]
    pub missing_values: Option<Vec<String>>,
    #[command(flatten)]
    pub reading: ReadingFlags,
}

#[derive(Args)]
pub struct GenerateArguments {
    /// The study whose table is imitated, in all columns that it names; identifiers become running numbers
    #[arg(long, value_name = "STUDY")]
    pub like: PathBuf,
    /// How many rows: 1000, 30K, 5M, 100M
    #[arg(long, value_name = "ROWS")]
    pub rows: String,
    /// The same seed gives the same rows, on any number of threads
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// A folder for Parquet parts, which must be empty or new, or one file (.parquet, .csv); a study for it goes beside it
    #[arg(short, long, value_name = "PATH")]
    pub output: PathBuf,
    /// Threads; 0 means all cores, and no more are used than four for each core or 16
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub threads: usize,
}

#[derive(Subcommand)]
pub enum HierarchyCommand {
    /// Write a column's hierarchy as a CSV file: one row per value, one column per level
    #[command(
        after_help = "Example: celosia hierarchy build people.csv --column age --hierarchy '{interval=[5,10]}' -o age.csv"
    )]
    Build {
        #[command(flatten)]
        of: HierarchyOf,
        /// The file to write, for its owner alone [default: the terminal]
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Check that a hierarchy covers a column and is one
    #[command(after_help = "Example: celosia hierarchy check people.csv --column age --hierarchy age.csv")]
    Check {
        #[command(flatten)]
        of: HierarchyOf,
    },
    /// Show a column's hierarchy as a tree
    #[command(after_help = "Example: celosia hierarchy show people.toml --column age")]
    Show {
        #[command(flatten)]
        of: HierarchyOf,
        /// Show every group and every value, however many
        #[arg(long)]
        all: bool,
    },
}

#[derive(Args)]
pub struct HierarchyOf {
    /// A study file (.toml) or a table; - is a table on standard input
    pub source: PathBuf,
    /// The column
    #[arg(long)]
    pub column: String,
    /// A file, "auto", "flat", or inline such as '{ interval = [5, 10] }' [default: the study's, else auto]
    #[arg(long, value_name = "HIERARCHY")]
    pub hierarchy: Option<String>,
    #[command(flatten)]
    pub reading: ReadingFlags,
}
