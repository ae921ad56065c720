//! A server that stands still is not gone: it is waited for, told of, and given up only by whoever asked for that.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use celosia::engine::{Engine, Target};
use celosia::error::Error;
use celosia::watch::{Silent, Watch};
use celosia_spark::Spark;

use super::{LONG, cluster, names, number, spark, told, url};

/// Pauses the server as soon as tasks have been done, until the pause is over or it is dropped.
struct Pause {
    time: Option<Duration>,
    resumes: Mutex<Option<std::thread::JoinHandle<()>>>,
    paused: AtomicU64,
    /// The longest silence that it was told of, in milliseconds.
    silent: AtomicU64,
    /// The silence after which it stops, in milliseconds.
    patience: u64,
}

impl Pause {
    fn new(time: Option<Duration>, patience: u64) -> Pause {
        let (paused, silent) = (AtomicU64::new(0), AtomicU64::new(0));
        Pause { time, resumes: Mutex::default(), paused, silent, patience }
    }

    fn longest(&self) -> Duration {
        Duration::from_millis(self.silent.load(Ordering::Relaxed))
    }
}

impl Watch for Pause {
    fn begin(&self, _: &str, _: u64) {}
    fn advance(&self, steps: u64) {
        if steps > 0 && self.paused.swap(1, Ordering::Relaxed) == 0 {
            cluster("pause-connect");
            *self.resumes.lock().unwrap() = self.time.map(|time| {
                std::thread::spawn(move || {
                    std::thread::sleep(time);
                    cluster("resume-connect");
                })
            });
        }
    }
    fn waiting(&self, silent: Duration) {
        self.silent.fetch_max(silent.as_millis() as u64, Ordering::Relaxed);
    }
    fn stopped(&self) -> bool {
        self.silent.load(Ordering::Relaxed) > self.patience
    }
}

impl Drop for Pause {
    fn drop(&mut self) {
        match self.resumes.get_mut().unwrap().take() {
            Some(resumes) => resumes.join().unwrap(),
            None => cluster("resume-connect"),
        }
    }
}

/// A file without a byte?
fn is_empty(path: &Path) -> bool {
    path.metadata().is_ok_and(|about| about.is_file() && about.len() == 0)
}

#[test]
#[ignore = "needs a cluster: tests/spark/run"]
fn a_minute_of_silence_changes_nothing_but_the_time() {
    let spark = spark();
    let watch = Pause::new(Some(Duration::from_secs(60)), u64::MAX);
    assert_eq!(number(&spark, LONG, &watch).unwrap(), 1_000_003);
    println!("told of {:?} of silence", watch.longest());
    assert!(watch.longest() > Duration::from_secs(40), "{:?}", watch.longest());
}

#[test]
#[ignore = "needs a cluster: tests/spark/run"]
fn silence_beyond_the_timeout_is_an_error() {
    let spark = Spark::connect(&url(), Some(Duration::from_secs(5)), &Silent).unwrap();
    // The limit is one to silence: work that takes longer is none.
    assert_eq!(number(&spark, LONG, &Silent).unwrap(), 1_000_003);
    let watch = Pause::new(None, u64::MAX);
    let (what, hint) = told(&number(&spark, LONG, &watch).unwrap_err());
    assert!(what.contains("no answer for 5 s") && hint.contains("data.timeout"), "{what} {hint}");
    drop(spark);
}

#[test]
#[ignore = "needs a cluster: tests/spark/run"]
fn a_caller_who_stops_while_waiting_is_not_kept() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("release.parquet").to_str().unwrap().to_string();
    let query = "SELECT id, sha2(CAST(id AS STRING), 256) AS text FROM range(0, 20000000, 1, 20)";
    for target in [Target::Path { path, format: "parquet".into() }, Target::Table("paused".into())] {
        let spark = spark();
        let watch = Pause::new(None, 4000);
        let error = spark.stage(query, &target, &watch).err().unwrap();
        drop(spark);
        assert!(matches!(error, Error::Interrupted), "{error}");
        drop(watch);
        // The server goes on with what it was told, and finds its place taken. It takes jobs one behind another, so that an
        // answer to the next one means that it has.
        let spark = self::spark();
        assert_eq!(number(&spark, "SELECT COUNT(*) FROM range(10)", &Silent).unwrap(), 10);
        let left = names(place.path());
        assert!(left.iter().all(|name| is_empty(&place.path().join(name))), "{left:?}");
        assert!(spark.check_target(&target, &Silent).is_ok(), "nothing has the name");
    }
}
