//! The agent's way in: the Model Context Protocol over standard input and output.
//!
//! Six tools that only read ([`tools`]), each with a schema of what it takes and gives
//! ([`parameters`], [`answers`]). Nothing but the protocol's messages is written to standard output; a
//! question that cannot be answered is answered with what is wrong and what to do.

pub mod answers;
mod lines;
pub mod paging;
pub mod parameters;
pub mod reply;
mod short;
pub mod tools;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rmcp::handler::server::common::{schema_for_input, schema_for_output};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult, ErrorCode,
    ErrorData, Implementation, JsonObject, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
    Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, ServiceExt};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::snapshot::{LoadError, Snapshot};
use crate::conflict::rates::Rates;
use crate::index;
use crate::text::suggest;
use crate::vocab::Vocab;
use reply::{Answer, Refusal};

/// An index is brought up to date at most so often.
const LOOK: Duration = Duration::from_secs(2);

/// What an agent is told before its first question.
const INSTRUCTIONS: &str = "Claims that articles make about AI accelerators (device, metric, value, source, conditions), in English and \
Chinese, and findings: where two sources are at odds and why. Use search_claims for figures, list_findings for disputes, \
explain_finding before you rely on one side. Cite path and line. A tension is not a conflict: it names what is unsaid. \
Values with different conditions (precision, sparsity, scope, pricing …) must not be compared.";

/// What the agent reads.
#[derive(Debug)]
pub struct Knowledge {
    /// The words.
    pub vocab: Vocab,
    /// The user's folder of words, which `vocab` was loaded with.
    pub overlay: Option<PathBuf>,
    /// Folder of the index.
    pub index: PathBuf,
    /// The corpus folders; none: those that the index remembers.
    pub folders: Vec<PathBuf>,
    /// Bring the index up to date before a question is answered.
    pub refresh: bool,
    /// Exchange rates; without them currencies are not compared.
    pub rates: Option<Rates>,
    held: Mutex<Held>,
}

#[derive(Debug)]
struct Held {
    snapshot: Arc<Snapshot>,
    looked: Instant,
}

impl Knowledge {
    /// Opens an index that is there.
    ///
    /// # Errors
    /// Where it is missing or damaged, or the decisions cannot be read.
    pub fn open(
        vocab: Vocab,
        overlay: Option<PathBuf>,
        index: PathBuf,
        folders: Vec<PathBuf>,
        refresh: bool,
        rates: Option<Rates>,
    ) -> Result<Self, LoadError> {
        let store = index::open(&index, overlay.as_deref())?;
        let snapshot = Arc::new(Snapshot::load(&vocab, store, rates.as_ref())?);
        let held = Mutex::new(Held { snapshot, looked: Instant::now() });
        Ok(Self { vocab, overlay, index, folders, refresh, rates, held })
    }

    /// Returns the last state, and why it is not the newest where it is not.
    pub fn snapshot(&self) -> (Arc<Snapshot>, Option<String>) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let mut notice = None;
        if self.refresh && held.looked.elapsed() >= LOOK {
            let options = self.options();
            notice = index::update(&self.index, &options).err().map(|error| format!("not refreshed: {error}"));
            held.looked = Instant::now();
        }
        if !held.snapshot.is_latest() {
            let opened = index::open(&self.index, self.overlay.as_deref()).map_err(LoadError::from);
            match opened.and_then(|store| Snapshot::load(&self.vocab, store, self.rates.as_ref())) {
                Ok(snapshot) => held.snapshot = Arc::new(snapshot),
                Err(error) => notice = Some(format!("an older state is read: {error}")),
            }
        }
        (Arc::clone(&held.snapshot), notice)
    }

    fn options(&self) -> index::Options<'_> {
        index::Options {
            folders: &self.folders,
            vocab: &self.vocab,
            overlay: self.overlay.as_deref(),
            patience: Duration::ZERO,
            progress: &|_, _| {},
        }
    }

    /// Says what an update would do.
    ///
    /// # Errors
    /// Where a corpus folder is not there.
    pub fn pending(&self) -> Result<index::Update, index::Error> {
        index::pending(&self.index, &self.options())
    }
}

/// Answers the protocol's messages on standard input until it ends.
///
/// # Errors
/// Where the other side does not speak the protocol.
pub fn run(knowledge: Knowledge) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let agent = Agent { knowledge: Arc::new(knowledge) };
    let done = runtime.block_on(async {
        let (stream, printed) = lines::standard();
        let running = agent.serve(stream).await.map_err(std::io::Error::other)?;
        running.waiting().await.map_err(std::io::Error::other)?;
        printed.await.map_err(std::io::Error::other)?
    });
    // A read of standard input cannot be taken back; the process ends all the same.
    runtime.shutdown_background();
    done
}

#[derive(Debug, Clone)]
struct Agent {
    knowledge: Arc<Knowledge>,
}

impl ServerHandler for Agent {
    fn get_info(&self) -> ServerConfig {
        let name = Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(name)
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(all()?))
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        // A known method whose parameters cannot be read arrives here as an unknown one.
        if request.method == CALL {
            return Err(ErrorData::invalid_params(
                format!("`{CALL}` takes `name`, and `arguments` as an object"),
                None,
            ));
        }
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, request.method, None))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        all().ok()?.into_iter().find(|tool| tool.name == name)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let knowledge = Arc::clone(&self.knowledge);
        let name = request.name.to_string();
        if !NAMES.contains(&name.as_str()) {
            return Err(ErrorData::invalid_params(suggest::unknown("tool", &name, NAMES), None));
        }
        let arguments = request.arguments.unwrap_or_default();
        // An answer is computed and read from disk: it must not hold up the other messages.
        let answered = tokio::task::spawn_blocking(move || answer(&knowledge, &name, arguments)).await;
        let answered = answered.unwrap_or_else(|_| {
            Err(Refusal::new("the program failed on this question", "ask differently, and please report it"))
        });
        Ok(match answered {
            Ok(answer) => {
                let mut result = CallToolResult::structured(answer.structured);
                result.content = vec![ContentBlock::text(answer.text)];
                result.into()
            }
            Err(refusal) => CallToolResult::error(vec![ContentBlock::text(refusal.to_string())]).into(),
        })
    }
}

/// The method that calls a tool.
const CALL: &str = "tools/call";

/// The names of the tools.
const NAMES: [&str; 6] = ["search_claims", "get_claim", "list_findings", "explain_finding", "digest", "status"];

fn answer(knowledge: &Knowledge, name: &str, arguments: JsonObject) -> Result<Answer, Refusal> {
    let (snapshot, notice) = knowledge.snapshot();
    let desk = tools::Desk { knowledge, snapshot: &snapshot };
    let mut answer = match name {
        "search_claims" => desk.search_claims(&read(arguments)?),
        "get_claim" => desk.get_claim(&read(arguments)?),
        "list_findings" => desk.list_findings(&read(arguments)?),
        "explain_finding" => desk.explain_finding(&read(arguments)?),
        "digest" => desk.digest(&read(arguments)?),
        _ => {
            read::<parameters::Status>(arguments)?;
            desk.status()
        }
    }?;
    if let Some(notice) = notice {
        answer.text = format!("warning: {notice}\n{}", answer.text);
    }
    Ok(answer)
}

/// Reads the arguments of a call; one that is not known is an error.
fn read<T: DeserializeOwned>(arguments: JsonObject) -> Result<T, Refusal> {
    serde_json::from_value(serde_json::Value::Object(arguments))
        .map_err(|error| Refusal::new(format!("arguments: {error}"), "the tool's input schema says what it takes"))
}

fn all() -> Result<Vec<Tool>, ErrorData> {
    Ok(vec![
        tool::<parameters::SearchClaims, answers::Claims>(
            "search_claims",
            "Search claims",
            "Finds claims, best first. Names of devices and metrics are recognised in English and Chinese (“V100 price”). \
             Also: \"a phrase\", -without, device:tpu, metric:hourly_price, value:>=1.5TB/s, price<3USD/h, \
             precision:fp16, provider:aws, date:>=2024-05, status:conflict, AND OR NOT and brackets.",
        )?,
        tool::<parameters::Claim, answers::ClaimInFull>(
            "get_claim",
            "Show one claim",
            "Gives one claim in full: value, conditions, source, its lines, and the findings that rest on it.",
        )?,
        tool::<parameters::ListFindings, answers::Findings>(
            "list_findings",
            "List findings",
            "Lists where sources are at odds, gravest first. Without a status: conflicts and tensions.",
        )?,
        tool::<parameters::Finding, answers::FindingInFull>(
            "explain_finding",
            "Explain one finding",
            "Gives one finding in full: every side with its quote and lines of source, what is equal, what differs, what \
             is unsaid, and what would settle it.",
        )?,
        tool::<parameters::Digest, answers::Digest>(
            "digest",
            "Write a digest",
            "Writes what was read and what is at odds as one Markdown document, for one device or metric where wished.",
        )?,
        tool::<parameters::Status, answers::Status>(
            "status",
            "State of the knowledge base",
            "Says what the index holds, whether it is up to date, and how many findings there are.",
        )?,
    ])
}

fn tool<In: JsonSchema + 'static, Out: JsonSchema + 'static>(
    name: &'static str,
    title: &'static str,
    about: &'static str,
) -> Result<Tool, ErrorData> {
    let input = schema_for_input::<In>().map_err(|error| ErrorData::internal_error(error, None))?;
    let hints =
        ToolAnnotations::with_title(title).read_only(true).destructive(false).idempotent(true).open_world(false);
    Ok(Tool::new(name, about, input)
        .with_title(title)
        .with_raw_output_schema(schema_for_output::<Out>())
        .with_annotations(hints))
}
