//! A session with a Spark Connect server: how it begins and ends, and how long we wait for an answer.

use std::future::Future;
use std::time::Duration;

use celosia::error::{Error, Result};
use celosia::watch::Watch;
use spark_connect_core::{ChannelBuilder, RetryPolicy, SparkConnectClient, SparkError};
use spark_connect_proto::{ConfigRequest, KeyValue, UserContext, config_request};
use tokio::runtime::{Builder, Runtime};
use tokio::time::{sleep, timeout};

use crate::error::Failure;

/// A server that does not answer a new session by then is not there.
const CONNECT: Duration = Duration::from_secs(8);
/// While we wait for an answer we ask this often whether the server is still there, and give it so long to say so.
/// Asked with a call rather than with HTTP/2 pings: servers end connections that ping more often than they like.
const BEAT: Duration = Duration::from_secs(2);
const BEAT_ANSWER: Duration = Duration::from_secs(8);
/// How often we look whether the caller wants to stop.
const TICK: Duration = Duration::from_millis(200);
/// What is only polite (releasing, interrupting) takes no longer.
pub const POLITE: Duration = Duration::from_secs(2);

const AWAY: &str = "the Spark Connect server went away";

/// What the statements of `quote.rs` and of the library rest on, whatever the server's own settings.
const SETTINGS: [(&str, &str); 2] = [
    // Backslashes escape in texts.
    ("spark.sql.parser.escapedStringLiterals", "false"),
    // A value such as ${HOME} stands for itself.
    ("spark.sql.variable.substitute", "false"),
];

pub struct Session {
    runtime: Runtime,
    pub client: SparkConnectClient,
    /// "Spark at sc://host:port", without the token that the URL may hold.
    name: String,
}

impl Session {
    /// Connects and finds out whether somebody is there.
    pub fn open(url: &str) -> Result<Session> {
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
        let session = Session { runtime, client, name };
        session.set_up()?;
        Ok(session)
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn user(&self) -> Option<UserContext> {
        let user_id = self.client.user_id().unwrap_or_default().to_string();
        Some(UserContext { user_id, ..UserContext::default() })
    }

    fn set_up(&self) -> Result<()> {
        let pairs = SETTINGS.map(|(key, value)| KeyValue { key: key.into(), value: Some(value.into()) });
        let set = config_request::Set { pairs: pairs.into(), ..config_request::Set::default() };
        let request = ConfigRequest {
            session_id: self.client.session_id().into(),
            user_context: self.user(),
            operation: Some(config_request::Operation { op_type: Some(config_request::operation::OpType::Set(set)) }),
            ..ConfigRequest::default()
        };
        match self.within(CONNECT, self.client.config(request)) {
            Some(Ok(_)) => Ok(()),
            Some(Err(error)) => match Failure::from(&error) {
                Failure::Transport => Err(self.absent()),
                Failure::Spark { what, hint } => Err(self.refuse(what, hint)),
            },
            None => Err(self.absent()),
        }
    }

    /// Waits for an answer as long as the server is there and the caller wants it.
    pub fn wait<T>(&self, answer: impl Future<Output = T>, watch: &dyn Watch) -> Result<T> {
        self.runtime.block_on(async {
            tokio::select! {
                biased;
                answer = answer => Ok(answer),
                () = asked_to_stop(watch) => Err(Error::Interrupted),
                () = self.gone() => Err(self.away()),
            }
        })
    }

    /// Waits no longer than so long.
    pub fn within<T>(&self, time: Duration, answer: impl Future<Output = T>) -> Option<T> {
        self.runtime.block_on(async { timeout(time, answer).await.ok() })
    }

    /// Ends when the server no longer answers; an answer that is an error is one.
    async fn gone(&self) {
        loop {
            sleep(BEAT).await;
            match timeout(BEAT_ANSWER, self.client.get_configs(&["spark.app.id"])).await {
                Ok(Err(error)) if Failure::from(&error) == Failure::Transport => return,
                Err(_) => return,
                Ok(_) => {}
            }
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

    fn absent(&self) -> Error {
        self.refuse(
            "no Spark Connect server answers there",
            "check host and port, and that the server runs (sbin/start-connect-server.sh); TLS needs use_ssl=true",
        )
    }
}

impl Drop for Session {
    /// Views and whatever else the server keeps for the session go with it.
    fn drop(&mut self) {
        let _ = self.within(POLITE, self.client.release_session());
    }
}

/// Ends when the caller wants to stop. Until then the caller may draw how time passes.
async fn asked_to_stop(watch: &dyn Watch) {
    while !watch.stopped() {
        sleep(TICK).await;
        watch.advance(0);
    }
}

/// Is it an error of a server that is no longer there?
pub fn is_away(error: &Error) -> bool {
    matches!(error, Error::Engine { what, .. } if what == AWAY)
}

/// What the client says of a URL, without the name of its error class.
fn detail(error: &SparkError) -> String {
    error.params.get("detail").cloned().unwrap_or_else(|| error.message())
}
