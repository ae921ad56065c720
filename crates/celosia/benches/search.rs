//! Exact search against exhaustive search with the same evaluator and threads, in one run: Adult by three metrics, with
//! no and with more suppression, more and more quasi-identifiers, more and more rows
//! (`CELOSIA_ROWS=30000,1000000,10000000` says how many), and a lattice that nobody walks, with a budget. Then exact search
//! alone on one thread, for `bench/vary`: fronts and questions, with counts that do not depend on the machine.
//! `CELOSIA_PARTS=losses,suppression,columns,rows,lattice,counts` leaves parts out.
//!
//! Both searches run in turn, several times where they are quick. Times are medians, and so is the ratio; what other work on
//! the machine adds to some runs only, the ratio of the fastest ones leaves out.
//!
//! Cases whose memory counts run in a process of their own (this program again), so that its peak is theirs.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use celosia::evaluate::Problem;
use celosia::flow::Flow;
use celosia::frequency::{Attribute, Frequency, Packed};
use celosia::front::Front;
use celosia::search::{self, Budget, Limits, Question};
use celosia::space::{Grouping, Lattice};
use celosia::study::{DomainSize, Limit, Objectives, Rule, Search, Study, StudyFile, Suppression};
use celosia::watch::{Silent, Watch};

/// The command's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Names the case that a child process measures: `rows,NUMBER,SECONDS PER TUPLE`, `lattice,LIMIT` or `counts,SETTING,RUNS`.
const CASE: &str = "CELOSIA_CASE";

/// Exhaustive search is left out where it is expected to take longer, in seconds.
const PATIENCE: f64 = 60.0;

/// What a search of the large lattice may spend, in seconds.
const BUDGET: u64 = 20;

fn main() {
    if let Ok(case) = std::env::var(CASE) {
        let parts: Vec<&str> = case.split(',').collect();
        return match parts[0] {
            "rows" => rows(parts[1].parse().unwrap(), parts[2].parse().unwrap()),
            "counts" => counts(&COUNTS[parts[1].parse::<usize>().unwrap()], parts[2].parse().unwrap()),
            _ => large(parts[1].parse().unwrap()),
        };
    }
    let parts = std::env::var("CELOSIA_PARTS").ok();
    let is_wanted = |name: &str| parts.as_ref().is_none_or(|parts| parts.split(',').any(|part| part == name));
    let all: [(&str, fn()); 6] = [
        ("losses", || losses("1%")),
        ("suppression", || ["0%", "5%"].into_iter().for_each(losses)),
        ("columns", columns),
        ("rows", sizes),
        ("lattice", limits),
        ("counts", || COUNTS.iter().for_each(|setting| counts(setting, RUNS))),
    ];
    all.iter().filter(|(name, _)| is_wanted(name)).for_each(|(_, run)| run());
}

fn losses(suppression: &str) {
    let threads = Limits::default().threads();
    println!("\nAdult, 30,162 rows, {suppression} suppression, {threads} threads");
    header("loss, rule");
    for (study, loss) in
        [("study.toml", "general-loss"), ("study.toml", "discernibility"), ("class.toml", "classification-error")]
    {
        for rule in ["as-needed", "tolerance"] {
            compare(&format!("{loss}, {rule}"), &adult(study, loss, rule, suppression, 8).problem, None);
        }
    }
}

fn columns() {
    println!("\nAdult, general loss, 1 % suppression as needed: more and more quasi-identifiers");
    header("quasi-identifiers");
    for columns in 2..=COLUMNS.len() {
        compare(&columns.to_string(), &adult("study.toml", "general-loss", "as-needed", "1%", columns).problem, None);
    }
}

fn sizes() {
    println!(
        "\nRows drawn from Adult with small changes, 8 quasi-identifiers, general loss, 1 % suppression as needed"
    );
    header("rows (distinct)");
    // What a tuple costs exhaustive search, from the last case that it was run for.
    let mut per_tuple = f64::NAN;
    let sizes = std::env::var("CELOSIA_ROWS").unwrap_or_else(|_| "30000,300000,3000000,10000000".into());
    for size in sizes.split(',') {
        let said = child(&format!("rows,{},{per_tuple}", size.trim()));
        if let Some(found) = said.lines().find_map(|line| line.strip_prefix("per tuple ")) {
            per_tuple = found.parse().unwrap();
        }
    }
    println!(
        "A ~ marks what was not run, because it would take more than {PATIENCE} s: by distinct tuples, from the line above"
    );
}

fn limits() {
    println!("\n12 attributes of 16 values in 5 levels, 100,000 rows, general loss, {BUDGET} s each");
    println!(
        "{:<26} {:>12} {:>10} {:>10} {:>11} {:>7} {:>9} {:>8}",
        "suppression as needed", "nodes", "evaluated", "exact s", "decided", "points", "worst gap", "peak MB"
    );
    [0, 100, 1000].iter().for_each(|limit| drop(child(&format!("lattice,{limit}"))));
}

/// Adult's quasi-identifiers, the ninth with a hierarchy of its own making.
const COLUMNS: [&str; 9] = [
    "age",
    "education",
    "marital-status",
    "sex",
    "race",
    "workclass",
    "native-country",
    "salary-class",
    "hours-per-week",
];

/// A study of Adult with the first of the columns; 8 is the study as it is.
fn adult(study: &str, loss: &str, rule: &str, suppression: &str, columns: usize) -> Flow {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/adult").join(study);
    let mut file = StudyFile::read(&path).unwrap();
    file.objectives.loss = Some(loss.into());
    file.suppression.rule = Some(rule.into());
    file.suppression.limit = Some(suppression.into());
    COLUMNS[columns..].iter().for_each(|column| file.set_column(column, "role", "insensitive".into()));
    COLUMNS[..columns].iter().skip(8).for_each(|column| file.set_column(column, "role", "quasi-identifier".into()));
    Flow::open(Study::check(study, &file).unwrap(), &Silent).unwrap()
}

fn header(what: &str) {
    println!(
        "{what:<34} {:>9} {:>10} {:>8} {:>9} {:>12} {:>7} {:>8} {:>8}",
        "nodes", "evaluated", "share", "exact s", "exhaustive s", "ratio", "fastest", "peak MB"
    );
}

fn run(search: &str, problem: &Problem, limits: &Limits, watch: &dyn Watch) -> Front {
    (search::find(search).unwrap().run)(problem, limits, watch).unwrap()
}

/// Runs of each search, at most …
const RUNS: usize = 15;
/// … and no further one after this number of seconds.
const ENOUGH: f64 = 20.0;

/// One line: both searches, or exact search alone where the other is expected to take this long. Seconds of exhaustive
/// search, where it ran.
fn compare(what: &str, problem: &Problem, expected: Option<f64>) -> Option<f64> {
    let exact = run("exact", problem, &Limits::default(), &Silent);
    let peak = std::env::var(CASE).map_or("-".into(), |_| peak_megabytes().to_string());
    let skipped = expected.filter(|seconds| *seconds > PATIENCE);
    let mut took = (vec![exact.found.seconds], Vec::new());
    while skipped.is_none() {
        let every = run("exhaustive", problem, &Limits::default(), &Silent);
        assert_eq!(exact.points, every.points);
        took.1.push(every.found.seconds);
        if took.1.len() == RUNS || took.0.iter().chain(&took.1).sum::<f64>() > ENOUGH {
            break;
        }
        took.0.push(run("exact", problem, &Limits::default(), &Silent).found.seconds);
    }
    took.0.sort_by(f64::total_cmp);
    took.1.sort_by(f64::total_cmp);
    let exact_seconds = median(&took.0).unwrap();
    let seconds = median(&took.1);
    let fastest = took.1.first().map_or("-".into(), |seconds| format!("{:.2}", took.0[0] / seconds));
    let about = if seconds.is_some() { "" } else { "~" };
    let compared = seconds.or(skipped).unwrap_or(f64::NAN);
    println!(
        "{what:<34} {:>9} {:>10} {:>7.2}% {:>9.3} {:>12} {:>7} {fastest:>8} {peak:>8}",
        problem.lattice.size(),
        exact.found.evaluated,
        exact.found.evaluated as f64 * 100.0 / problem.lattice.size() as f64,
        exact_seconds,
        format!("{about}{compared:.3}"),
        format!("{about}{:.2}", exact_seconds / compared),
    );
    seconds
}

/// Of sorted times.
fn median(times: &[f64]) -> Option<f64> {
    times.get(times.len() / 2).copied()
}

/// Runs a case in a process of its own; shows and returns what it says.
fn child(case: &str) -> String {
    let output = Command::new(std::env::current_exe().unwrap()).env(CASE, case).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).unwrap();
    said.lines().filter(|line| !line.starts_with("per tuple")).for_each(|line| println!("{line}"));
    said
}

/// Loss, rule, suppression, quasi-identifiers, and the k that is asked for where it is not the front.
type Setting = (&'static str, &'static str, &'static str, usize, Option<f64>);

const COUNTS: [Setting; 12] = [
    ("general-loss", "as-needed", "1%", 8, None),
    ("general-loss", "tolerance", "1%", 8, None),
    ("general-loss", "as-needed", "0%", 8, None),
    ("general-loss", "as-needed", "5%", 8, None),
    ("general-loss", "as-needed", "1%", 9, None),
    ("general-loss", "as-needed", "1%", 8, Some(5.0)),
    ("general-loss", "as-needed", "1%", 9, Some(5.0)),
    ("discernibility", "as-needed", "1%", 8, None),
    ("discernibility", "tolerance", "1%", 8, None),
    ("discernibility", "as-needed", "0%", 8, None),
    ("classification-error", "as-needed", "1%", 8, None),
    ("classification-error", "tolerance", "1%", 8, None),
];

/// One line: what exact search does on one thread, and the fastest of `runs`.
fn counts(&(loss, rule, suppression, columns, k): &Setting, runs: usize) {
    let study = if loss == "classification-error" { "class.toml" } else { "study.toml" };
    let problem = adult(study, loss, rule, suppression, columns).problem;
    let question = k.map_or(Question::Front, Question::Protection);
    let limits = Limits { question, ..Limits::from(Search { threads: 1, ..Search::default() }) };
    let runs: Vec<Front> = (0..runs).map(|_| run("exact", &problem, &limits, &Silent)).collect();
    let fastest = runs.iter().map(|front| front.found.seconds).fold(f64::INFINITY, f64::min);
    let Some(Front { points, found }) = runs.last() else { return };
    let asked = k.map_or("front".into(), |k| format!("k = {k}"));
    let what = format!("{loss}, {rule}, {suppression}, {columns} columns, {asked}");
    let (evaluated, looks, points) = (found.evaluated, found.looks, points.len());
    println!("{what:<60} {evaluated:>6} evaluated {looks:>6} looks {points:>5} points {fastest:>7.3} s");
}

/// The child's part: a table of `rows` rows.
fn rows(rows: u64, per_tuple: f64) {
    let flow = adult("study.toml", "general-loss", "as-needed", "1%", 8);
    let frequency = like(&flow.problem.frequency, rows);
    let distinct = frequency.distinct();
    let problem = problem(frequency, flow.problem.lattice.clone(), Limit::Rows(rows / 100));
    let expected = per_tuple.is_finite().then_some(per_tuple * distinct as f64);
    let seconds = compare(&format!("{rows} ({distinct})"), &problem, expected);
    // Every node costs what it has classes, and these grow with the tuples.
    println!("per tuple {}", seconds.map_or(per_tuple, |seconds| seconds / distinct as f64));
}

fn problem(frequency: Frequency, lattice: Lattice, limit: Limit) -> Problem {
    let (privacy, loss) = (vec!["k-anonymity".into()], vec!["general-loss".into()]);
    let objectives = Objectives {
        privacy,
        loss,
        suppressed_rows: false,
        c: 3.0,
        alpha: 0.5,
        domain: DomainSize::default(),
        query_seed: 0,
    };
    Problem::new(frequency, lattice, Vec::new(), &objectives, &Suppression { rule: Some(Rule::AsNeeded), limit })
        .unwrap()
}

/// Random numbers, the same in every run: splitmix64.
struct Draw(u64);

impl Draw {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % end
    }
}

/// A table like another: every row is one of its rows, and each value, one time in 50, that of another of its rows.
fn like(table: &Frequency, rows: u64) -> Frequency {
    let starts = table.counts.iter().flat_map(|n| 0..*n).count() as u64;
    let tuple_of: Vec<u32> = (0..).zip(&table.counts).flat_map(|(t, n)| (0..*n).map(move |_| t)).collect();
    let mut draw = Draw(1);
    let mut row = || {
        let from = draw.below(starts) as usize;
        let mut value = |column: &Vec<u32>| {
            let from = if draw.below(50) == 0 { draw.below(starts) as usize } else { from };
            column[tuple_of[from] as usize]
        };
        table.columns.iter().map(&mut value).collect::<Vec<u32>>()
    };
    let sizes: Vec<usize> = table.attributes.iter().map(|a| a.counts.len()).collect();
    count((0..rows).map(|_| row()), &sizes)
}

/// Counts rows of value codes.
fn count(rows: impl Iterator<Item = Vec<u32>>, sizes: &[usize]) -> Frequency {
    // A row as one number: its codes are the digits.
    let key = |row: Vec<u32>| row.iter().zip(sizes).fold(0, |key, (v, size)| key * *size as u64 + u64::from(*v));
    let mut keys: Vec<u64> = rows.map(key).collect();
    keys.sort_unstable();
    let mut columns = vec![Vec::new(); sizes.len()];
    let mut of_value: Vec<Vec<u64>> = sizes.iter().map(|size| vec![0; *size]).collect();
    let mut counts = Vec::new();
    for same in keys.chunk_by(|a, b| a == b) {
        let mut key = same[0];
        for a in (0..sizes.len()).rev() {
            let value = key % sizes[a] as u64;
            key /= sizes[a] as u64;
            columns[a].push(value as u32);
            of_value[a][value as usize] += same.len() as u64;
        }
        counts.push(same.len() as u64);
    }
    let attributes = of_value.into_iter().map(|counts| Attribute { weight: 1.0, counts, numbers: None, leaves: None });
    let (rows, attributes) = (keys.len() as u64, attributes.collect());
    Frequency {
        rows,
        attributes,
        columns,
        counts,
        sensitive: Vec::new(),
        label: None,
        packed: Packed::default(),
        persons: None,
    }
}

/// The child's part: 5^12 nodes, with a budget.
fn large(limit: u64) {
    let (attributes, values) = (12, 16);
    let mut draw = Draw(7);
    let frequency = count(
        (0..100_000).map(|_| {
            // Neighbours resemble one another: each value is near the one before, or anything.
            let mut last = draw.below(values);
            let mut value = || {
                last = if draw.below(3) == 0 { draw.below(values).min(draw.below(values)) } else { last };
                last as u32
            };
            (0..attributes).map(|_| value()).collect()
        }),
        &vec![values as usize; attributes],
    );
    let level = |level: u32| {
        let group_of: Vec<u32> = (0..values as u32).map(|value| value >> level).collect();
        let groups = values as usize >> level;
        Grouping { group_of, groups, heights: vec![f64::from(level) / 4.0; groups], leaves: Vec::new() }
    };
    let lattice = Lattice { levels: vec![(0..5).map(level).collect(); attributes] };
    let problem = problem(frequency, lattice, Limit::Rows(limit));
    let decided = Decided(AtomicU64::new(0));
    let budget = Budget { evaluations: None, time: Some(Duration::from_secs(BUDGET)) };
    let started = Instant::now();
    let Front { points, found } =
        run("exact", &problem, &Limits::from(Search { budget, ..Search::default() }), &decided);
    let seconds = started.elapsed().as_secs_f64();
    let size = problem.lattice.size();
    let worst = found.gaps.iter().flatten().copied().fold(0.0, f64::max);
    println!(
        "{:<26} {size:>12} {:>10} {seconds:>10.1} {:>10.4}% {:>7} {worst:>9.4} {:>8}",
        format!("{limit} rows{}", if found.complete { ", complete" } else { "" }),
        found.evaluated,
        decided.0.load(Ordering::Relaxed) as f64 * 100.0 / size as f64,
        points.len(),
        peak_megabytes()
    );
}

/// Counts the nodes that a search has decided.
struct Decided(AtomicU64);

impl Watch for Decided {
    fn begin(&self, _: &str, _: u64) {}
    fn advance(&self, nodes: u64) {
        self.0.fetch_add(nodes, Ordering::Relaxed);
    }
    fn stopped(&self) -> bool {
        false
    }
}

/// The most memory that this process had so far (Linux; 0 elsewhere).
fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}
