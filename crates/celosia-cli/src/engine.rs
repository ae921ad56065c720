//! Sessions with engines that hold rows elsewhere. Each is a feature of the command: who needs none builds none.

use std::sync::Arc;
use std::time::Duration;

use celosia::engine::Engine;
use celosia::error::{Error, Result};
use celosia::flow::Flow;
use celosia::study::{Origin, Study};
use celosia::watch::Watch;

use crate::secret;
use crate::terminal::Terminal;

/// Opens a study where its rows are.
pub fn open(study: Study, terminal: &Terminal) -> Result<Flow> {
    terminal.thread_limit(study.search.threads);
    let study = secret::with(study)?;
    let engine = match &study.data.origin {
        Origin::Engine { engine, url, timeout } => Some(connect(engine, url, *timeout, terminal)?),
        _ => None,
    };
    Flow::open_on(study, engine, terminal)
}

/// A session with an engine.
#[cfg_attr(not(feature = "spark"), allow(unused_variables))] // nobody to wait for
pub fn connect(engine: &str, url: &str, timeout: Option<Duration>, watch: &dyn Watch) -> Result<Arc<dyn Engine>> {
    match engine {
        #[cfg(feature = "spark")]
        "spark" => Ok(Arc::new(celosia_spark::Spark::connect(url, timeout, watch)?)),
        _ => {
            let hint = "install the command with it: cargo install --path crates/celosia-cli --features spark";
            Err(Error::study("--engine", format!("this command was built without {engine}, which {url} needs"), hint))
        }
    }
}
