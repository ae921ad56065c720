//! A session with a Spark Connect server: how it begins and ends, and how long we wait for an answer.

use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use celosia::error::{Error, Result};
use celosia::watch::Watch;
use spark_connect_core::{ChannelBuilder, RetryPolicy, SparkConnectClient, SparkError};
use spark_connect_proto::{ConfigRequest, KeyValue, UserContext, config_request};
use tokio::runtime::{Builder, Runtime};
use tokio::time::{sleep, timeout};

use crate::error::Failure;
use crate::heartbeat::{Heartbeat, Lost, Sign, TICK};

/// What is only polite (releasing, interrupting) takes no longer.
const POLITE: Duration = Duration::from_secs(2);
/// Nor, where the server is silent anyway and somebody wants to leave, than this.
const HURRIED: Duration = Duration::from_secs(1);

const AWAY: &str = "the Spark Connect server went away";
const SILENT: &str = "no answer for ";

/// What the statements of `quote.rs` and of the library rest on, whatever the server's own settings.
const SETTINGS: [(&str, &str); 3] = [
    // Backslashes escape in texts.
    ("spark.sql.parser.escapedStringLiterals", "false"),
    // A value such as ${HOME} stands for itself.
    ("spark.sql.variable.substitute", "false"),
    // A point in time is the text that our own reader gives it.
    ("spark.sql.session.timeZone", "UTC"),
];

pub struct Session {
    runtime: Runtime,
    pub client: SparkConnectClient,
    /// "Spark at sc://host:port", without the token that the URL may hold.
    name: String,
    heartbeat: Heartbeat,
}

impl Session {
    /// Connects and finds out whether somebody is there.
    pub fn open(url: &str, timeout: Option<Duration>, watch: &dyn Watch) -> Result<Session> {
        let wrong = |what: String| Error::Engine {
            engine: "Spark".into(),
            what,
            hint: "a URL looks like sc://host:15002 or sc://host:443/;use_ssl=true;token=…".into(),
        };
        let channel = ChannelBuilder::parse(url).map_err(|e| wrong(detail(&e)))?;
        let name = format!("Spark at sc://{}", channel.endpoint());
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().thread_name("celosia-spark").build();
        let runtime = runtime.map_err(|e| wrong(format!("cannot start a thread: {e}")))?;
        let mut client = runtime.block_on(SparkConnectClient::connect(&channel)).map_err(|e| wrong(detail(&e)))?;
        client.set_retry_policy(RetryPolicy {
            max_retries: Some(2),
            initial_backoff_ms: 300,
            ..RetryPolicy::default()
        });
        let heartbeat = Heartbeat::new(timeout);
        let session = Session { runtime, client, name, heartbeat };
        watch.begin("connecting to Spark", 0);
        session.set_up(watch)?;
        Ok(session)
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn user(&self) -> Option<UserContext> {
        let user_id = self.client.user_id().unwrap_or_default().to_string();
        Some(UserContext { user_id, ..UserContext::default() })
    }

    fn set_up(&self, watch: &dyn Watch) -> Result<()> {
        let pairs = SETTINGS.map(|(key, value)| KeyValue { key: key.into(), value: Some(value.into()) });
        let set = config_request::Set { pairs: pairs.into(), ..config_request::Set::default() };
        let request = ConfigRequest {
            session_id: self.client.session_id().into(),
            user_context: self.user(),
            operation: Some(config_request::Operation { op_type: Some(config_request::operation::OpType::Set(set)) }),
            ..ConfigRequest::default()
        };
        let answer = self.wait(self.client.config(request), watch);
        match answer.and_then(|answer| answer.map_err(|e| self.failed(&e))) {
            Err(Error::Engine { what, .. }) if what == AWAY => Err(self.absent()),
            answer => answer.map(|_| ()),
        }
    }

    /// Waits for an answer as long as the server is there and the caller wants it.
    pub fn wait<T>(&self, answer: impl Future<Output = T>, watch: &dyn Watch) -> Result<T> {
        let answer = self.runtime.block_on(async {
            tokio::select! {
                biased;
                answer = answer => Ok(answer),
                () = asked_to_stop(watch) => Err(Error::Interrupted),
                lost = self.heartbeat.listen(|| self.sign(), watch) => Err(match lost {
                    Lost::Gone => self.away(),
                    Lost::Silent(time) => self.silent(time),
                }),
            }
        })?;
        if self.is_silent() {
            watch.waiting(Duration::ZERO);
        }
        self.heartbeat.heard(true);
        Ok(answer)
    }

    /// Waits for the given time at most, and less for a server that is silent.
    pub fn within<T>(&self, time: Duration, answer: impl Future<Output = T>) -> Option<T> {
        let time = if self.is_silent() { time.min(HURRIED) } else { time };
        self.runtime.block_on(async { timeout(time, answer).await.ok() })
    }

    /// Says something that need not be answered.
    pub fn polite<T>(&self, answer: impl Future<Output = T>) -> Option<T> {
        let answer = self.within(POLITE, answer);
        self.heartbeat.heard(answer.is_some());
        answer
    }

    /// Does the server answer just now?
    pub fn answers(&self) -> bool {
        !self.is_silent() && self.polite(self.sign()) == Some(Sign::Here)
    }

    /// Has the server been silent of late?
    pub fn is_silent(&self) -> bool {
        self.heartbeat.is_silent()
    }

    /// The cheapest question; an answer that is an error is one.
    async fn sign(&self) -> Sign {
        match self.client.get_configs(&["spark.app.id"]).await {
            Err(error) if Failure::from(&error) == Failure::Transport => Sign::Gone,
            _ => Sign::Here,
        }
    }

    /// An error of the server or of the way to it.
    pub fn failed(&self, error: &SparkError) -> Error {
        match Failure::from(error) {
            Failure::Transport => self.away(),
            Failure::Spark { what, hint } => self.refuse(what, hint),
        }
    }

    /// An error that we found ourselves.
    pub fn refuse(&self, what: impl Into<String>, hint: impl Into<String>) -> Error {
        Error::Engine { engine: self.name.clone(), what: what.into(), hint: hint.into() }
    }

    pub fn away(&self) -> Error {
        self.refuse(AWAY, "see its log (memory is the usual reason), start it again, then run the same command again")
    }

    fn silent(&self, time: Duration) -> Error {
        self.refuse(
            format!("{SILENT}{:.0} s, and data.timeout allows no more", time.as_secs_f64()),
            "it is there, but busy or stuck: see its log, then run the same command again, with a longer data.timeout or none",
        )
    }

    fn absent(&self) -> Error {
        self.refuse(
            "no Spark Connect server answers there",
            "check host and port, and that the server runs (sbin/start-connect-server.sh); TLS needs use_ssl=true",
        )
    }
}

impl Drop for Session {
    /// Views and whatever else the server keeps for the session go with it. One that is silent would not hear it (it
    /// forgets calls whose caller has left), and ends the session by itself when nobody has used it for long.
    fn drop(&mut self) {
        if !self.is_silent() {
            let _ = self.polite(self.client.release_session());
        }
    }
}

/// Ends when the caller wants to stop. Until then the caller may draw how time passes.
async fn asked_to_stop(watch: &dyn Watch) {
    while !watch.stopped() {
        sleep(TICK).await;
        watch.advance(0);
    }
}

/// A caller who leaves: waits for what still has to be done only as long as the server answers.
#[derive(Default)]
pub struct Farewell(AtomicBool);

impl Watch for Farewell {
    fn begin(&self, _: &str, _: u64) {}
    fn advance(&self, _: u64) {}
    fn waiting(&self, silent: Duration) {
        self.0.fetch_or(silent > POLITE, Ordering::Relaxed);
    }
    fn stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Did we stop waiting, rather than get an answer that is an error?
pub fn is_lost(error: &Error) -> bool {
    match error {
        Error::Engine { what, .. } => what == AWAY || what.starts_with(SILENT),
        error => matches!(error, Error::Interrupted),
    }
}

/// What the client says of a URL, without the name of its error class.
fn detail(error: &SparkError) -> String {
    error.params.get("detail").cloned().unwrap_or_else(|| error.message())
}
