//! One operation that runs on the server: its answers as they come, its progress, and its end.

use arrow_array::RecordBatch;
use arrow_ipc::reader::StreamReader;
use arrow_schema::ArrowError;
use celosia::error::{Error, Result};
use celosia::watch::Watch;
use spark_connect_core::{ExecutePlanResponseReattachableIterator as Attachment, SparkError};
use spark_connect_proto::execute_plan_response::execution_progress::StageInfo;
use spark_connect_proto::execute_plan_response::{ArrowBatch, ExecutionProgress, ResponseType};
use spark_connect_proto::{ExecutePlanRequest, ExecutePlanResponse, InterruptRequest, Plan, interrupt_request};
use tokio::time::{Duration, sleep};
use tonic::{Status, Streaming};

use crate::error::{Failure, is_transport};
use crate::plan;
use crate::session::Session;

/// How often in a row a stream that broke is taken up again before the server counts as gone.
const ATTEMPTS: u32 = 4;
const PAUSE: Duration = Duration::from_millis(300);
/// Before an interruption: how long we wait for a first job that can be interrupted.
const STARTING: Duration = Duration::from_secs(5);
/// After an interruption: how long the server may take to end what runs.
const ENDING: Duration = Duration::from_secs(5);

/// Runs a query and hands over its rows.
pub fn query(
    session: &Session,
    statement: &str,
    watch: &dyn Watch,
    each: &mut dyn FnMut(&RecordBatch) -> Result<()>,
) -> Result<()> {
    let mut operation = Operation::start(session, plan::query(statement), "counting on Spark", watch)?;
    let mut rows = 0;
    while let Some(answer) = operation.next()? {
        let ResponseType::ArrowBatch(part) = answer else { continue };
        let broken = |what: String| session.refuse(what, "this may be a defect of celosia or of the server: try again");
        if part.start_offset.is_some_and(|start| start != rows) {
            return Err(broken(format!("rows got lost on the way, after row {rows}")));
        }
        let before = rows;
        for batch in decode(&part).map_err(|e| broken(format!("sent what is no Arrow: {e}")))? {
            let batch = batch.map_err(|e| broken(format!("sent what is no Arrow: {e}")))?;
            rows += batch.num_rows() as i64;
            each(&batch)?;
        }
        if rows - before != part.row_count {
            return Err(broken(format!("sent {} of {} rows", rows - before, part.row_count)));
        }
    }
    Ok(())
}

/// Runs a plan for what it does.
pub fn run(session: &Session, plan: Plan, work: &str, watch: &dyn Watch) -> Result<()> {
    let mut operation = Operation::start(session, plan, work, watch)?;
    while operation.next()?.is_some() {}
    Ok(())
}

fn decode(part: &ArrowBatch) -> std::result::Result<StreamReader<&[u8]>, ArrowError> {
    StreamReader::try_new(&part.data[..], None)
}

/// An operation on the server; dropped before its end, it is interrupted.
struct Operation<'s> {
    session: &'s Session,
    watch: &'s dyn Watch,
    attachment: Attachment,
    /// None where the stream broke off or ended before the operation did.
    stream: Option<Streaming<ExecutePlanResponse>>,
    progress: Progress<'s>,
    complete: bool,
}

impl<'s> Operation<'s> {
    fn start(session: &'s Session, plan: Plan, work: &'s str, watch: &'s dyn Watch) -> Result<Operation<'s>> {
        watch.check()?;
        watch.begin(work, 0);
        let attachment = Attachment::new(ExecutePlanRequest {
            session_id: session.client.session_id().into(),
            user_context: session.user(),
            plan: Some(plan),
            ..ExecutePlanRequest::default()
        });
        let progress = Progress { work, tasks: 0, done: 0 };
        let mut operation = Operation { session, watch, attachment, stream: None, progress, complete: false };
        let request = operation.attachment.request().clone();
        let stream = session.wait(session.client.execute_plan(request), watch)?;
        operation.stream = Some(stream.map_err(|e| operation.ended(&e))?);
        Ok(operation)
    }

    /// The next answer, or nothing when the operation is complete.
    fn next(&mut self) -> Result<Option<ResponseType>> {
        let mut attempts = 0;
        while !self.complete {
            let Some(stream) = &mut self.stream else {
                attempts += 1;
                self.attach(attempts)?;
                continue;
            };
            match self.session.wait(stream.message(), self.watch)? {
                // A stream may end before its operation, at the server's limit of time or bytes: it is taken up again.
                Ok(None) => self.stream = None,
                Err(status) if is_broken(&status) => self.stream = None,
                Err(status) => return Err(self.ended(&SparkError::from_grpc_status(status))),
                Ok(Some(answer)) => {
                    attempts = 0;
                    self.session.wait(self.attachment.set_last_response_id(&answer), self.watch)?;
                    match answer.response_type {
                        Some(ResponseType::ResultComplete(_)) => self.finish(),
                        Some(ResponseType::ExecutionProgress(progress)) => self.progress.tell(&progress, self.watch),
                        Some(answer) => return Ok(Some(answer)),
                        None => {}
                    }
                }
            }
        }
        Ok(None)
    }

    /// Takes the stream up again behind the last answer that came.
    fn attach(&mut self, attempt: u32) -> Result<()> {
        let (client, attachment) = (&self.session.client, &self.attachment);
        let stream = self.session.wait(
            async {
                sleep(PAUSE * (attempt - 1)).await;
                client.reattach_execute(attachment.create_reattach_request().await).await
            },
            self.watch,
        )?;
        match stream {
            Ok(stream) => self.stream = Some(stream),
            Err(error) if Failure::from(&error) == Failure::Transport && attempt < ATTEMPTS => {}
            Err(error) => return Err(self.ended(&error)),
        }
        Ok(())
    }

    /// The server need not keep the answers any longer.
    fn finish(&mut self) {
        self.complete = true;
        let (client, attachment) = (&self.session.client, &self.attachment);
        let release = async { client.release_execute(attachment.create_release_request(true).await).await };
        let _ = self.session.polite(release);
    }

    /// The operation has failed: there is nothing left to interrupt.
    fn ended(&mut self, error: &SparkError) -> Error {
        self.complete = true;
        self.session.failed(error)
    }
}

impl Drop for Operation<'_> {
    /// Asks the server to stop, and waits a little until it has: what it was writing is about to be removed.
    fn drop(&mut self) {
        if self.complete {
            return;
        }
        // Spark forgets an interruption that comes before the first job of an operation, and takes no second one.
        if self.progress.tasks == 0 && self.session.answers() {
            let _ = self.session.within(STARTING, async {
                if self.stream.is_none() {
                    let request = self.attachment.create_reattach_request().await;
                    self.stream = self.session.client.reattach_execute(request).await.ok();
                }
                if let Some(stream) = &mut self.stream {
                    has_tasks(stream).await;
                }
            });
        }
        let interrupt = self.session.client.interrupt(InterruptRequest {
            session_id: self.session.client.session_id().into(),
            user_context: self.session.user(),
            interrupt_type: interrupt_request::InterruptType::OperationId.into(),
            interrupt: Some(interrupt_request::Interrupt::OperationId(self.attachment.operation_id().into())),
            ..InterruptRequest::default()
        });
        let heard = self.session.polite(interrupt).is_some_and(|answer| answer.is_ok());
        if let Some(mut stream) = self.stream.take().filter(|_| heard) {
            let _ = self.session.within(ENDING, async { while let Ok(Some(_)) = stream.message().await {} });
        }
    }
}

/// Ends when the operation has tasks, or has ended itself.
async fn has_tasks(stream: &mut Streaming<ExecutePlanResponse>) {
    while let Ok(Some(answer)) = stream.message().await {
        match answer.response_type {
            Some(ResponseType::ExecutionProgress(progress)) if progress.stages.is_empty() => {}
            Some(ResponseType::SqlCommandResult(_)) | None => {}
            Some(_) => return,
        }
    }
}

/// Did the stream break, rather than the operation fail?
fn is_broken(status: &Status) -> bool {
    let cursor = status.message().contains("INVALID_CURSOR.DISCONNECTED");
    status.code() == tonic::Code::Unavailable || cursor || is_transport(status.message())
}

/// Tasks of all stages that the server has told of; there are more of them as the query goes on.
struct Progress<'s> {
    work: &'s str,
    tasks: u64,
    done: u64,
}

impl Progress<'_> {
    fn tell(&mut self, progress: &ExecutionProgress, watch: &dyn Watch) {
        let sum = |of: fn(&StageInfo) -> i64| progress.stages.iter().map(|stage| of(stage).max(0) as u64).sum::<u64>();
        let (tasks, done) = (sum(|stage| stage.num_tasks), sum(|stage| stage.num_completed_tasks));
        if tasks != self.tasks {
            watch.begin(self.work, tasks);
            (self.tasks, self.done) = (tasks, 0);
        }
        watch.advance(done.saturating_sub(self.done));
        self.done = self.done.max(done);
    }
}
