//! Reading and counting a table like Adult, CSV and Parquet, on one thread and on all: rows per second, CPU seconds
//! and peak memory of each case, in one run. `CELOSIA_ROWS=1000000,10000000` says how many rows; with
//! `CELOSIA_FOLDER=/tmp/big` the tables are kept there and used again.
//!
//! Every case runs in a process of its own (this program again), so that its CPU time and its peak are its own.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use celosia::frequency;
use celosia::study::{Kind, Study, StudyFile};
use celosia::table::{Access, Table, Writer, atomically};
use celosia::watch::Silent;

/// Names the case that a child process measures: `what,columns,threads,file`.
const CASE: &str = "CELOSIA_CASE";

const COLUMNS: [(&str, Kind); 8] = [
    ("age", Kind::Integer),
    ("education", Kind::String),
    ("marital-status", Kind::String),
    ("race", Kind::String),
    ("sex", Kind::String),
    ("workclass", Kind::String),
    ("native-country", Kind::String),
    ("hours-per-week", Kind::Integer),
];

fn main() {
    if let Ok(case) = std::env::var(CASE) {
        return measure(&case);
    }
    let sizes = std::env::var("CELOSIA_ROWS").unwrap_or_else(|_| "1000000".into());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    for rows in sizes.split(',').map(|size| size.trim().parse::<u64>().unwrap()) {
        let temporary = tempfile::tempdir().unwrap();
        let folder = std::env::var_os("CELOSIA_FOLDER").map_or(temporary.path().into(), PathBuf::from);
        let csv = write(&folder.join(format!("{rows}.csv")), rows);
        let parquet = write(&folder.join(format!("{rows}.parquet")), rows);
        let megabytes = |path: &Path| std::fs::metadata(path).unwrap().len() >> 20;
        println!("\n{rows} rows: CSV {} MB, Parquet {} MB", megabytes(&csv), megabytes(&parquet));
        println!(
            "{:<10} {:>7} {:>7} {:>10} {:>8} {:>8} {:>12} {:>8}",
            "", "columns", "threads", "distinct", "wall s", "CPU s", "rows/s", "peak MB"
        );
        let threads = if cores > 1 { vec![1, cores] } else { vec![1] };
        run("csv crate", 8, 1, &csv);
        for columns in [5, 8] {
            for (what, path) in [("csv", &csv), ("parquet", &parquet)] {
                threads.iter().for_each(|threads| run(what, columns, *threads, path));
            }
        }
    }
}

fn run(what: &str, columns: usize, threads: usize, path: &Path) {
    let case = format!("{what},{columns},{threads},{}", path.display());
    let program = std::env::current_exe().unwrap();
    assert!(Command::new(program).env(CASE, case).status().unwrap().success());
}

/// The child's part: one case, one line.
fn measure(case: &str) {
    let parts: Vec<&str> = case.splitn(4, ',').collect();
    let (columns, threads, path) = (parts[1].parse().unwrap(), parts[2].parse().unwrap(), Path::new(parts[3]));
    let started = Instant::now();
    let (rows, distinct) = match parts[0] {
        // What parsing alone costs: the records are read and thrown away.
        "csv crate" => {
            let mut reader = csv::Reader::from_path(path).unwrap();
            let mut record = csv::ByteRecord::new();
            let rows = std::iter::from_fn(|| reader.read_byte_record(&mut record).unwrap().then_some(())).count();
            (rows as u64, String::from("-"))
        }
        _ => {
            let table = Table::open(path, &celosia::study::Reading::default()).unwrap();
            let counted = frequency::count(&table, &study(path, columns), &[], threads, &Silent).unwrap();
            (counted.read, counted.frequency.distinct().to_string())
        }
    };
    let wall = started.elapsed().as_secs_f64();
    println!(
        "{:<10} {columns:>7} {threads:>7} {distinct:>10} {wall:>8.2} {:>8.2} {:>12.0} {:>8}",
        parts[0],
        cpu_seconds(),
        rows as f64 / wall,
        peak_megabytes()
    );
}

fn study(path: &Path, columns: usize) -> Study {
    let mut file = StudyFile::default();
    file.data.path = Some(path.into());
    for (name, _) in &COLUMNS[..columns] {
        file.set_column(name, "role", "quasi-identifier".into());
    }
    Study::check("reading", &file).unwrap()
}

/// User and system time of this process: fields 14 and 15 of its `stat`, in hundredths (Linux; 0 elsewhere).
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    fields.iter().skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}

/// Writes the table under a name that asks for CSV or Parquet, unless it is there.
fn write(path: &Path, rows: u64) -> PathBuf {
    if !path.exists() {
        let columns = COLUMNS.map(|(name, kind)| (name.to_string(), kind));
        let written = atomically(path, Access::Shared, |_, file| {
            let mut writer = Writer::new(path, file, &columns)?;
            let mut people = People::new();
            for _ in 0..rows {
                writer.row(people.next().into_iter().map(Some))?;
            }
            writer.finish()
        });
        written.unwrap();
    }
    path.into()
}

/// Rows with Adult's numbers of values and some skew: of 10 million rows, the first 5 columns have some 82 thousand
/// distinct tuples and all 8 have some 6 million.
struct People {
    state: u64,
    numbers: Vec<String>,
    words: [Vec<String>; 6],
}

impl People {
    fn new() -> People {
        let words = |stem: &str, count: usize| (0..count).map(|i| format!("{stem}{i}")).collect();
        People {
            state: 1,
            numbers: (0..100).map(|n| n.to_string()).collect(),
            words: [
                words("Some-college-", 16),
                words("Married-civ-spouse-", 7),
                words("White-", 5),
                words("Male-", 2),
                words("Private-", 8),
                words("United-States-", 41),
            ],
        }
    }

    fn next(&mut self) -> [&str; 8] {
        // splitmix64, cut into the eight draws.
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        let mut draw = |count: usize, skew: i32| {
            let uniform = (z & 0xff) as f64 / 256.0;
            z >>= 8;
            (uniform.powi(skew) * count as f64) as usize
        };
        let People { numbers, words: [education, marital, race, sex, work, country], .. } = self;
        [
            &numbers[17 + draw(74, 2)],
            &education[draw(16, 3)],
            &marital[draw(7, 3)],
            &race[draw(5, 4)],
            &sex[draw(2, 1)],
            &work[draw(8, 4)],
            &country[draw(41, 7)],
            &numbers[1 + draw(99, 3)],
        ]
    }
}
