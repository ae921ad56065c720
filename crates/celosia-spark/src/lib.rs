//! Rows in a Spark cluster: the engine that carries celosia's statements to a Spark Connect server and brings back Arrow.
//!
//! [`Spark::connect`] opens a session; everything else is [`Engine`]. A call waits as long as the server is there and
//! its caller wants the answer: a server that goes away is an error within seconds, and so is a wish to stop; one that is
//! only silent is waited for, and its caller told so.

mod error;
mod quote;
mod plan;
mod heartbeat;
mod session;
mod operation;
mod open;
mod put;
mod target;
mod stage;

use std::fmt;
use std::time::Duration;

use arrow_array::RecordBatch;
use celosia::engine::{Engine, Rows, Staged, Target};
use celosia::error::Result;
use celosia::study::Kind;
use celosia::watch::Watch;

use session::Session;

/// A session with a Spark Connect server. Temporary views that it makes end with it.
pub struct Spark {
    session: Session,
}

impl Spark {
    /// Opens a session at a URL such as `sc://localhost:15002` or `sc://host:443/;use_ssl=true;token=…`.
    /// A server that is silent for longer than `timeout` is given up; without one it is waited for.
    pub fn connect(url: &str, timeout: Option<Duration>, watch: &dyn Watch) -> Result<Spark> {
        Ok(Spark { session: Session::open(url, timeout, watch)? })
    }
}

impl fmt::Debug for Spark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Spark").field(&self.name()).finish()
    }
}

impl Engine for Spark {
    fn name(&self) -> String {
        self.session.name().to_string()
    }

    fn dialect(&self) -> &'static str {
        "spark"
    }

    fn open(&self, rows: &Rows, watch: &dyn Watch) -> Result<String> {
        open::open(&self.session, rows, watch)
    }

    fn columns(&self, from: &str, watch: &dyn Watch) -> Result<Vec<(String, Option<Kind>)>> {
        open::columns(&self.session, from, watch)
    }

    fn put(&self, name: &str, table: &RecordBatch, watch: &dyn Watch) -> Result<()> {
        put::put(&self.session, name, table, watch)
    }

    fn query(
        &self,
        statement: &str,
        watch: &dyn Watch,
        each: &mut dyn FnMut(&RecordBatch) -> Result<()>,
    ) -> Result<()> {
        operation::query(&self.session, statement, watch, each)
    }

    fn random_order(&self, secret: &str) -> String {
        format!("SHA2(CONCAT('{secret}', CAST(MONOTONICALLY_INCREASING_ID() AS STRING)), 256)")
    }

    fn check_target(&self, target: &Target, watch: &dyn Watch) -> Result<()> {
        target::check(&self.session, target, watch)
    }

    fn stage(&self, query: &str, target: &Target, watch: &dyn Watch) -> Result<Box<dyn Staged + '_>> {
        stage::stage(&self.session, query, target, watch)
    }
}
