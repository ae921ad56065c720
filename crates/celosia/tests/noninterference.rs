//! Noninterference: with the point, the hierarchies and the set of suppressed rows given, the release and its record are a
//! function of the released rows and of the settings. Two tables that differ only in what suppressed rows hold give the same
//! bytes, but for the salted hash of the input.
//!
//! Through the library, so that cuts can be compared too; `tests/attack/noninterference.py` goes through the command.
//! `CELOSIA_CASES=100000 CELOSIA_SEED=7` compares more, from another seed.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::collections::BTreeMap;
use std::path::Path;

use arrow_array::RecordBatch;
use celosia::flow::Flow;
use celosia::front::Point;
use celosia::hierarchy;
use celosia::loss::METRICS;
use celosia::privacy::MODELS;
use celosia::release::{Options, Plan, Suppressed};
use celosia::report::release::About;
use celosia::space::{Node, Place, Shown, Space};
use celosia::study::{Study, StudyFile};
use celosia::table::{Domain, infer};
use celosia::watch::Silent;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::Value;

/// How many pairs of tables `./test` compares.
const CASES: usize = 150;
/// How often the suppressed rows of one table are changed.
const VARIANTS: usize = 6;

const HEADER: [&str; 8] = ["age", "town", "zip", "born", "job", "pay", "ill", "note"];
const QUASI: usize = 4;

type Row = Vec<String>;

/// A study without its table, and the point that is released.
struct Setting {
    toml: String,
    space: Space,
    /// In the lattice the levels; in cuts a number for each value of each column: neighbours with equal numbers stay together.
    levels: Vec<f64>,
    groups: u64,
}

/// Values of a column as most rows have them, and odd ones.
fn value(random: &mut StdRng, column: &str, odd: f64) -> String {
    let strange = ["1000", "-7", "007", "x", "30304", "1e3", "z z", "a;b", "99.5", "2001-02-03", "12345678", "{a}"];
    if random.random_bool(odd) {
        return strange.choose(random).unwrap().to_string();
    }
    match column {
        "age" => (20 + random.random_range(0..9) * random.random_range(1..5)).to_string(),
        "town" => ["Aa", "Bb", "Cc", "Dd", "Ee", "Ff", "Gg", "Hh", "Ii", "Jj"].choose(random).unwrap().to_string(),
        "zip" => format!("1{}0{}", random.random_range(0..3), random.random_range(0..4)),
        "born" => format!("19{}-0{}-11", random.random_range(70..76), random.random_range(1..4)),
        "job" => ["nurse", "cook", "clerk", "guard"].choose(random).unwrap().to_string(),
        "pay" => (random.random_range(1..6) * 10).to_string(),
        "ill" => ["yes", "no"].choose(random).unwrap().to_string(),
        _ => format!("note {}", random.random_range(0..3)),
    }
}

fn specs(column: &str) -> &'static [&'static str] {
    match column {
        "age" => &[
            "{ interval = [5, 10, 20] }",
            "{ cuts = [[25, 40], [40]] }",
            "'flat'",
            "{ order = [2, 4] }",
            "'auto'",
            "'huffman'",
            "'optimal'",
            "{ mask = 'right' }",
        ],
        "town" => &["'flat'", "'auto'", "{ huffman = 3 }", "'bst'", "{ order = [3] }", "{ mask = 'left', length = 2 }"],
        "zip" => &[
            "{ mask = 'right', characters = [1, 2, 3], length = 4 }",
            "{ mask = 'right' }",
            "{ mask = 'left' }",
            "'auto'",
            "'avl'",
        ],
        _ => &["{ date = ['month', 'year'] }", "'auto'", "'flat'", "{ order = [2] }", "'optimal'"],
    }
}

/// The hierarchy of a column as `celosia hierarchy build` writes it out, over the values of all tables that will be
/// compared. Nothing where the builder does not take the values.
fn written_out(spec: &str, column: usize, tables: &[&[Row]]) -> Option<String> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for row in tables.iter().flat_map(|table| table.iter()).filter(|row| !row[column].is_empty()) {
        *counts.entry(row[column].as_str()).or_insert(0) += 1;
    }
    let kind = infer(&counts.keys().collect::<Vec<_>>());
    let counts: Vec<(&str, u64)> = counts.into_iter().collect();
    let domain = Domain::counted(HEADER[column], kind, &counts);
    let toml = format!("[data]\npath = 'x.csv'\n[columns.a]\nrole = 'quasi-identifier'\nhierarchy = {spec}\n");
    let study = Study::check("x", &StudyFile::parse("x", &toml).unwrap()).unwrap();
    let built = hierarchy::build(&study.columns[0].hierarchy, &domain).ok()?;
    Some(hierarchy::write::to_csv(&domain, &built))
}

fn setting(random: &mut StdRng) -> Setting {
    let model = MODELS.choose(random).unwrap().name;
    let metric = METRICS.choose(random).unwrap().name;
    let keep = random.random_bool(0.5);
    let mut toml = format!(
        "[data]\nmissing = {{ values = ['', '?'], rows = '{}' }}\n[objectives]\nprivacy = '{model}'\nloss = '{metric}'\n\
         c = 2\nalpha = 0.7\n[suppression]\nlimit = '60%'\nrule = '{}'\n",
        if keep { "keep" } else { "drop" },
        ["as-needed", "tolerance"].choose(random).unwrap(),
    );
    for (number, name) in HEADER.iter().enumerate() {
        let role = match number {
            0..QUASI => "quasi-identifier",
            4 | 5 => "sensitive",
            6 => "class",
            _ => "insensitive",
        };
        toml += &format!("[columns.{name}]\nrole = '{role}'\n");
        if number >= QUASI {
            // Whom a few random rows single out is not what is asked here.
            toml += "unprotected = true\n";
        }
        if number < QUASI {
            toml += &format!("hierarchy = '{name}.csv'\nconstrained = false\n");
            // Where a missing cell joins, labels say so whatever the rows hold.
            let usual = [("age", "24"), ("town", "Aa"), ("zip", "1000")].iter().find(|(column, _)| column == name);
            if let Some((_, value)) = usual.filter(|_| random.random_bool(0.3)) {
                // Where rows are dropped, no row of this table may be one.
                let spelling = if keep { "x" } else { "?" };
                toml += &format!("missing = {{ values = ['{spelling}'], joins = '{value}' }}\n");
            }
        } else if name == &"job" {
            toml += "hierarchy = { taxonomy = { '*' = { care = ['nurse', 'guard'], other = ['cook', 'clerk'] } } }\n";
        }
    }
    let space = if random.random_bool(0.5) { Space::Lattice } else { Space::Cuts };
    let levels = (0..QUASI).map(|_| random.random_range(0.0..1.0)).collect();
    Setting { toml, space, levels, groups: random.random_range(0..u64::MAX) }
}

fn open(folder: &Path, setting: &Setting, rows: &[Row]) -> Option<Flow> {
    let mut writer = csv::Writer::from_path(folder.join("people.csv")).unwrap();
    writer.write_record(HEADER).unwrap();
    rows.iter().for_each(|row| writer.write_record(row).unwrap());
    writer.flush().unwrap();
    let study = folder.join("study.toml");
    std::fs::write(&study, setting.toml.replace("[data]\n", "[data]\npath = 'people.csv'\n")).unwrap();
    Flow::open(Study::check("people", &StudyFile::read(&study).ok()?).ok()?, &Silent).ok()
}

/// The same point in any table: levels of the hierarchies, or the same values kept together.
fn place(flow: &Flow, setting: &Setting) -> Place {
    match setting.space {
        Space::Lattice => {
            let height = |attribute: usize| f64::from(flow.problem.lattice.height(attribute));
            (0..QUASI).map(|a| (setting.levels[a] * (height(a) + 1.0)).floor() as u8).collect::<Node>().into()
        }
        _ => {
            let mut cut = flow.problem.cuts.coarsest();
            for (attribute, places) in flow.problem.cuts.attributes.iter().enumerate() {
                // Where a group begins is decided by each value alone, so that values that come or go change nothing else.
                let mut at = vec![String::new(); places.place_of.iter().map(|p| *p as usize + 1).max().unwrap_or(0)];
                let values = &flow.source.quasi().nth(attribute).unwrap().domain.values;
                places.place_of.iter().zip(values).for_each(|(place, value)| at[*place as usize] = value.clone());
                for (bit, value) in places.range().zip(&at[1..]) {
                    cut[bit] = u8::from(begins(setting.groups, attribute, value));
                }
            }
            cut.into()
        }
    }
}

/// Does a group begin at this value? A few values decide, which every table has in its released part or in none.
fn begins(groups: u64, attribute: usize, value: &str) -> bool {
    let mixed = value
        .bytes()
        .fold(groups ^ attribute as u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    (mixed >> 33) % 4 == 0
}

/// The released file and the record, without the salted hash.
fn released(flow: &Flow, point: &Point, name: &str, suppressed: Suppressed) -> Option<(Vec<u8>, Value)> {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join(name);
    let plan = Plan::new(&flow.source, &flow.problem, point, Options { suppressed, keep_order: true });
    let (record, _) = match plan.write(&output, &Silent) {
        Ok(done) => done,
        Err(error) => panic!("{error}"),
    };
    let mut record = record.json().clone();
    record["input"] = Value::Null;
    Some((std::fs::read(output).unwrap(), record))
}

/// The same release as record batches, its record, and the public edition of its report as a page and as JSON.
fn in_memory(flow: &Flow, point: &Point) -> (Vec<RecordBatch>, Value, [String; 2]) {
    let plan = Plan::new(&flow.source, &flow.problem, point, Options { keep_order: true, ..Options::default() });
    let about = About { author: Some("A. Person".into()), date: Some("2026-01-01".into()), ..About::default() };
    let released = plan.with_report(about).to_batches(&Silent).unwrap();
    let mut record = released.record.json().clone();
    let salted = record["input"]["salted_sha256"].as_str().unwrap().to_string();
    record["input"] = Value::Null;
    let public = released.reports.unwrap().public;
    let unsalted = |text: String| text.replace(&salted, "");
    (released.batches, record, [public.html, public.json].map(unsalted))
}

/// The public edition says nothing of a suppressed row, not even that there was one: without it the bytes are the same.
fn as_if_never_there(
    (folder, setting, rows, out): (&Path, &Setting, &[Row], &[bool]),
    point: &Point,
    expected: &(Vec<RecordBatch>, Value, [String; 2]),
) -> usize {
    let mut compared = 0;
    for gone in (0..rows.len()).filter(|row| out[*row]).take(3) {
        let fewer: Vec<Row> = [&rows[..gone], &rows[gone + 1..]].concat();
        let Some(other) = open(folder, setting, &fewer) else { continue };
        let suppressed = point.outcome.suppressed - 1;
        for found in points(&other, setting).iter().filter(|p| p.outcome.suppressed == suppressed) {
            let (batches, _, reports) = in_memory(&other, found);
            if batches == expected.0 {
                assert_eq!(reports, expected.2, "without row {gone}\n{}", setting.toml);
                compared += 1;
                break;
            }
        }
    }
    compared
}

/// Which rows of a release with stars are suppressed.
fn stars(file: &[u8]) -> Vec<bool> {
    let mut reader = csv::Reader::from_reader(file);
    reader.records().map(|row| row.unwrap().iter().all(|cell| cell == "*")).collect()
}

fn points(flow: &Flow, setting: &Setting) -> Vec<Point> {
    let place = place(flow, setting);
    let outcomes = flow.problem.outcomes_at(&place).into_iter();
    outcomes.map(|outcome| Point { place: place.clone(), outcome, ties: Vec::new() }).collect()
}

/// The same groups of what is released? In cuts a value that only a suppressed row has may begin a group or stand in the
/// way of an order; then it is another point.
fn same_groups(base: &Flow, other: &Flow, setting: &Setting, kept: &[&Row]) -> bool {
    let groups = |flow: &Flow| {
        let Shown::ByColumn(groupings) = flow.problem.shown(&place(flow, setting)) else { unreachable!() };
        let group = |a: usize, value: &str| {
            let domain = flow.source.quasi().nth(a).unwrap().domain;
            let known = domain.values.iter().position(|v| v == value);
            let code = known.or(domain.missing.map(|code| code as usize)).unwrap();
            groupings[a].group_of[code]
        };
        (0..QUASI)
            .map(|a| {
                let mut seen: Vec<u32> = Vec::new();
                let number = |g: u32, seen: &mut Vec<u32>| {
                    seen.iter().position(|s| *s == g).unwrap_or_else(|| {
                        seen.push(g);
                        seen.len() - 1
                    })
                };
                kept.iter().map(|row| number(group(a, &row[a]), &mut seen)).collect::<Vec<usize>>()
            })
            .collect::<Vec<_>>()
    };
    groups(base) == groups(other)
}

/// One table and its variants; how many of them could be compared, and how many without a suppressed row.
fn compare(seed: u64) -> [usize; 2] {
    let random = &mut StdRng::seed_from_u64(seed);
    let setting = setting(random);
    let keep = setting.toml.contains("rows = 'keep'");
    let odd = if random.random_bool(0.5) { 0.03 } else { 0.0 };
    let rows: Vec<Row> = (0..random.random_range(12..70))
        .map(|_| HEADER.iter().map(|name| value(random, name, if *name == "note" { 0.0 } else { odd })).collect())
        .collect();
    let blank = |random: &mut StdRng, row: &mut Row| {
        let column = random.random_range(0..7);
        row[column] = ["", "?", " ?"].choose(random).unwrap().to_string();
    };
    let mut rows = rows;
    if keep {
        for _ in 0..3 {
            let row = random.random_range(0..rows.len());
            blank(random, &mut rows[row]);
        }
    }
    // What suppressed rows may hold instead, drawn before anything is known of them.
    let strange: Vec<Row> = (0..VARIANTS * 4)
        .map(|_| {
            let mut row: Row = HEADER.iter().map(|name| value(random, name, 0.25)).collect();
            if keep && random.random_bool(0.3) {
                blank(random, &mut row);
            }
            row
        })
        .collect();
    let folder = tempfile::tempdir().unwrap();
    for (column, name) in HEADER.iter().enumerate().take(QUASI) {
        let spec = specs(name).choose(random).unwrap();
        let out = written_out(spec, column, &[&rows, &strange]);
        let out = out.or_else(|| written_out("'auto'", column, &[&rows, &strange])).unwrap();
        std::fs::write(folder.path().join(format!("{name}.csv")), out).unwrap();
    }
    let Some(base) = open(folder.path(), &setting, &rows) else { return [0, 0] };
    let candidates: Vec<Point> = points(&base, &setting).into_iter().filter(|p| p.outcome.suppressed > 0).collect();
    let Some(point) = candidates.choose(random) else { return [0, 0] };
    let Some((expected, record)) = released(&base, point, "out.csv", Suppressed::Star) else { return [0, 0] };
    let out = stars(&expected);
    assert_eq!(out.len(), rows.len());
    let kept: Vec<&Row> = rows.iter().zip(&out).filter(|(_, out)| !**out).map(|(row, _)| row).collect();
    let parquet = released(&base, point, "out.parquet", Suppressed::Drop);
    let batches = in_memory(&base, point);
    let mut compared = 0;
    for _ in 0..VARIANTS {
        let mut changed = rows.clone();
        for row in (0..rows.len()).filter(|row| out[*row]) {
            let columns = [0..QUASI, QUASI..7, 0..8][random.random_range(0..3)].clone();
            if random.random_bool(0.6) {
                let from = strange.choose(random).unwrap();
                columns
                    .filter(|_| random.random_bool(0.7))
                    .for_each(|column| changed[row][column].clone_from(&from[column]));
            }
        }
        let Some(other) = open(folder.path(), &setting, &changed) else { continue };
        if !same_groups(&base, &other, &setting, &kept) {
            continue;
        }
        for found in points(&other, &setting).iter().filter(|p| p.outcome.suppressed == point.outcome.suppressed) {
            let Some((file, other_record)) = released(&other, found, "out.csv", Suppressed::Star) else { continue };
            if stars(&file) != out {
                continue;
            }
            let what = || format!("seed {seed}\n{}\n{}", setting.toml, String::from_utf8_lossy(&expected));
            assert_eq!(String::from_utf8_lossy(&file), String::from_utf8_lossy(&expected), "{}", what());
            assert_eq!(other_record, record, "{}", what());
            let again = released(&other, found, "out.parquet", Suppressed::Drop);
            assert!(again == parquet, "Parquet differs: {}", what());
            assert!(in_memory(&other, found) == batches, "record batches differ: {}", what());
            compared += 1;
            break;
        }
    }
    [compared, as_if_never_there((folder.path(), &setting, &rows, &out), point, &batches)]
}

#[test]
fn what_suppressed_rows_hold_shows_nowhere() {
    let number = |name: &str, default: u64| std::env::var(name).ok().map_or(default, |text| text.parse().unwrap());
    let (cases, first) = (number("CELOSIA_CASES", CASES as u64) as usize, number("CELOSIA_SEED", 1));
    let (mut compared, mut without) = (0, 0);
    for seed in first.wrapping_mul(1_000_003).. {
        let [pairs, fewer] = compare(seed);
        (compared, without) = (compared + pairs, without + fewer);
        if compared >= cases {
            break;
        }
    }
    assert!(without * 10 > cases, "{without} pairs without a suppressed row are too few");
    println!("{compared} pairs of tables compared, {without} without a suppressed row, from seed {first}");
}
