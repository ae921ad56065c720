//! Workers die, servers go away, people stop waiting: the same answer or an error within seconds, and nothing left behind.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use celosia::engine::{Engine, Target};
use celosia::error::Error;
use celosia::watch::{Silent, Watch};

use super::{LONG, cluster, names, number, rows, spark, told};

/// More than all limits of a session's own that can come one behind another: no load makes it longer.
const FEW_SECONDS: Duration = Duration::from_secs(30);

/// Does something to the cluster as soon as tasks have been done.
struct During<'a> {
    then: Mutex<Option<Box<dyn FnOnce() + Send + 'a>>>,
    steps: AtomicU64,
}

impl<'a> During<'a> {
    fn work(then: impl FnOnce() + Send + 'a) -> During<'a> {
        During { then: Mutex::new(Some(Box::new(then))), steps: AtomicU64::new(0) }
    }
}

impl Watch for During<'_> {
    fn begin(&self, _: &str, steps: u64) {
        self.steps.fetch_max(steps, Ordering::Relaxed);
    }
    fn advance(&self, steps: u64) {
        if steps > 0
            && let Some(then) = self.then.lock().unwrap().take()
        {
            then();
        }
    }
    fn stopped(&self) -> bool {
        false
    }
}

#[test]
#[ignore = "needs a cluster: tests/spark/run"]
fn a_worker_that_dies_changes_nothing_but_the_time() {
    let spark = spark();
    let watch = During::work(|| cluster("kill-worker"));
    let began = Instant::now();
    assert_eq!(number(&spark, LONG, &watch).unwrap(), 1_000_003);
    println!("answered after {:?}", began.elapsed());
    assert!(watch.then.lock().unwrap().is_none(), "the worker was killed while the query ran");
    assert!(watch.steps.load(Ordering::Relaxed) >= 24, "progress tells of tasks");
    cluster("start");
}

#[test]
#[ignore = "needs a cluster: tests/spark/run"]
fn a_server_that_goes_away_during_a_query_is_an_error() {
    let spark = spark();
    let killed = Mutex::new(None);
    let watch = During::work(|| {
        cluster("kill-connect");
        *killed.lock().unwrap() = Some(Instant::now());
    });
    let (what, hint) = told(&number(&spark, LONG, &watch).unwrap_err());
    let seconds = killed.lock().unwrap().unwrap().elapsed();
    drop(spark);
    let ended = killed.lock().unwrap().unwrap().elapsed();
    cluster("start");
    assert!(what.contains("went away") && !hint.is_empty(), "{what}");
    assert!(seconds < FEW_SECONDS && ended < FEW_SECONDS, "{seconds:?} {ended:?}");
    println!("error {seconds:?} after the kill, session dropped {ended:?} after it");
}

#[test]
#[ignore = "needs a cluster: tests/spark/run"]
fn a_server_that_goes_away_while_it_writes_leaves_nothing() {
    let place = tempfile::tempdir().unwrap();
    let spark = spark();
    let killed = Mutex::new(None);
    let watch = During::work(|| {
        assert_eq!(names(place.path()).len(), 1, "something is being written");
        cluster("kill-connect");
        *killed.lock().unwrap() = Some(Instant::now());
    });
    let path = place.path().join("release.parquet").to_str().unwrap().to_string();
    let target = Target::Path { path, format: "parquet".into() };
    let query = "SELECT id, sha2(CAST(id AS STRING), 256) AS text FROM range(0, 20000000, 1, 20)";
    let error = spark.stage(query, &target, &watch).err().unwrap();
    let seconds = killed.lock().unwrap().unwrap().elapsed();
    assert!(told(&error).0.contains("went away"), "{error}");
    assert!(seconds < FEW_SECONDS, "{seconds:?}");
    assert!(names(place.path()).is_empty(), "{:?}", names(place.path()));
    drop(spark);
    std::thread::sleep(Duration::from_secs(5));
    assert!(names(place.path()).is_empty(), "later: {:?}", names(place.path()));
    println!("error and clean folder {seconds:?} after the kill");
    cluster("start");
}

/// Stops after the first second.
struct Impatient(Instant, AtomicBool);

impl Watch for Impatient {
    fn begin(&self, _: &str, _: u64) {}
    fn advance(&self, _: u64) {}
    fn stopped(&self) -> bool {
        self.1.store(true, Ordering::Relaxed);
        self.0.elapsed() > Duration::from_secs(1)
    }
}

#[test]
#[ignore = "needs a cluster: tests/spark/run"]
fn a_caller_who_stops_stops_spark_too() {
    let spark = spark();
    // The first query of a server that has just been started may need long before it has a job that can be stopped.
    assert_eq!(number(&spark, "SELECT COUNT(DISTINCT id % 7) FROM range(1000)", &Silent).unwrap(), 7);
    let began = Instant::now();
    let error = number(&spark, LONG, &Impatient(began, AtomicBool::new(false))).unwrap_err();
    assert!(matches!(error, Error::Interrupted) && began.elapsed() < FEW_SECONDS, "{error} {:?}", began.elapsed());
    println!("query stopped after {:?}", began.elapsed());

    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("release").to_str().unwrap().to_string();
    let target = Target::Path { path, format: "csv".into() };
    let began = Instant::now();
    let query = "SELECT sha2(CAST(id AS STRING), 512) FROM range(0, 50000000, 1, 50)";
    let error = spark.stage(query, &target, &Impatient(began, AtomicBool::new(false))).err().unwrap();
    assert!(matches!(error, Error::Interrupted) && began.elapsed() < FEW_SECONDS, "{error} {:?}", began.elapsed());
    println!("writing stopped and removed after {:?}", began.elapsed());
    assert!(names(place.path()).is_empty(), "{:?}", names(place.path()));

    // The cores are free again, and the session goes on.
    let began = Instant::now();
    assert_eq!(rows(&spark, "SELECT COUNT(*) FROM range(100)"), [["100"]]);
    println!("next query answered after {:?}", began.elapsed());
    assert!(began.elapsed() < 2 * FEW_SECONDS, "{:?}", began.elapsed());

    // So does an error of whoever takes the rows. Many small tasks: two large ones may be more than the driver's memory
    // holds, and a driver that loses a result to that waits for it for ever.
    let mut taken = 0;
    let query = "SELECT id FROM range(0, 50000000, 1, 500)";
    let error = spark.query(query, &Silent, &mut |batch| {
        taken += batch.num_rows();
        Err(Error::study("here", "enough", ""))
    });
    assert!(matches!(error, Err(Error::Study { .. })) && taken < 1_000_000, "{taken}");
}
