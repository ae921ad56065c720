//! Who is not there, and who only says nothing. Needs no cluster: listeners that are closed, that hang up, that are silent.

use std::net::TcpListener;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use celosia::error::Error;
use celosia::watch::{Silent, Watch};
use celosia_spark::Spark;

/// What and hint of an engine's error.
fn told(error: &Error) -> (String, String) {
    match error {
        Error::Engine { what, hint, .. } => (what.clone(), hint.clone()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn nobody_there_is_an_error() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let hangs_up = TcpListener::bind("127.0.0.1:0").unwrap();
    let hanging_up = hangs_up.local_addr().unwrap();
    // Drops every connection that it takes.
    std::thread::spawn(move || for _ in hangs_up.incoming() {});
    for address in [closed, hanging_up] {
        let error = Spark::connect(&format!("sc://{address}/;user_id=me"), None, &Silent).unwrap_err();
        assert!(told(&error).0.contains("no Spark Connect server answers"), "{error}");
        assert!(error.to_string().contains(&address.to_string()), "{error}");
    }
    for wrong in ["http://localhost", "sc://", "sc://host:port", "sc://example.com/;token=secret"] {
        let error = Spark::connect(wrong, None, &Silent).unwrap_err();
        assert!(matches!(error, Error::Engine { .. }) && !error.to_string().contains("secret"), "{error}");
    }
}

/// Stops when it has been told of a silence this long, in milliseconds.
struct Patient(AtomicU64, u64);

impl Watch for Patient {
    fn begin(&self, _: &str, _: u64) {}
    fn advance(&self, _: u64) {}
    fn waiting(&self, silent: Duration) {
        self.0.store(silent.as_millis() as u64, Ordering::Relaxed);
    }
    fn stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) > self.1
    }
}

#[test]
fn a_server_that_says_nothing_yet_is_waited_for() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("sc://{}", silent.local_addr().unwrap());
    let error = Spark::connect(&url, None, &Patient(AtomicU64::new(0), 11_000)).unwrap_err();
    assert!(matches!(error, Error::Interrupted), "{error}");
    let error = Spark::connect(&url, Some(Duration::from_secs(1)), &Silent).unwrap_err();
    let (what, hint) = told(&error);
    assert!(what.starts_with("no answer for 1 s") && hint.contains("data.timeout"), "{what} {hint}");
}
