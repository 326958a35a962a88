//! Cases for the agent's way in: the protocol over pipes, every line of it read.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::LazyLock;

use serde_json::{Value, json};

/// An index of the shipped corpus, made once.
static INDEX: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_atodds"));
    command.args(["index", "--corpus", "corpus", "-q", "--index"]).arg(folder.path()).stdout(Stdio::null());
    assert!(command.status().unwrap().success());
    folder
});

/// A client that is content with nothing but messages of the protocol.
struct Client {
    program: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    last: u64,
}

impl Client {
    fn start(index: &Path, more: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_atodds"));
        command.arg("mcp").args(more).arg("--index").arg(index);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut program = command.spawn().unwrap();
        let (to, from) = (program.stdin.take(), BufReader::new(program.stdout.take().unwrap()));
        let mut client = Client { program, to, from, last: 0 };
        let hello = client.ask(
            "initialize",
            json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "suite", "version": "1" } }),
        );
        assert_eq!(hello["result"]["serverInfo"]["name"], "atodds", "{hello}");
        assert!(hello["result"]["instructions"].as_str().is_some_and(|text| text.contains("list_findings")));
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        client
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.to.as_mut().unwrap(), "{message}").unwrap();
    }

    /// Sends a request and returns the answer; every line until then is a message.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.last, "method": method, "params": params }));
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "the program ended");
            let message: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("no message: {line}"));
            assert_eq!(message["jsonrpc"], "2.0", "{line}");
            if message["id"] == self.last {
                return message;
            }
        }
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({ "name": tool, "arguments": arguments }))["result"].clone()
    }

    /// Calls a tool that must answer; returns its structured content.
    fn answer(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments.clone());
        assert_eq!(result["isError"], false, "{tool} {arguments}: {result}");
        assert!(text(&result).chars().any(|c| !c.is_whitespace()), "{tool}: a short text stands beside: {result}");
        result["structuredContent"].clone()
    }

    /// Calls a tool that must refuse; returns what it says.
    fn refusal(&mut self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments.clone());
        assert_eq!(result["isError"], true, "{tool} {arguments}: {result}");
        let said = text(&result);
        assert!(said.contains("help: "), "{tool}: a refusal says what to do: {said}");
        said
    }

    /// Closes standard input; the program ends by itself and has said nothing further.
    fn end(mut self) -> String {
        drop(self.to.take());
        let mut rest = String::new();
        while self.from.read_line(&mut rest).unwrap() > 0 {}
        assert_eq!(rest, "", "nothing but answers on standard output");
        let done = self.program.wait_with_output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stderr).into_owned()
    }
}

fn text(result: &Value) -> String {
    result["content"][0]["text"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn the_tools_are_read_only_and_described() {
    let mut client = Client::start(INDEX.path(), &[]);
    let tools = client.ask("tools/list", json!({}))["result"]["tools"].clone();
    let names: Vec<&str> = tools.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["search_claims", "get_claim", "list_findings", "explain_finding", "digest", "status"]);
    for tool in tools.as_array().unwrap() {
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
        assert!(tool["description"].as_str().is_some_and(|text| text.len() > 40), "{tool}");
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{tool}");
        for (name, parameter) in tool["inputSchema"]["properties"].as_object().into_iter().flatten() {
            let described = parameter["description"].is_string() || parameter["$ref"].is_string();
            assert!(described, "{}: {name}: {parameter}", tool["name"]);
        }
        jsonschema::validator_for(&tool["inputSchema"]).unwrap();
        jsonschema::validator_for(&tool["outputSchema"]).unwrap();
    }
    assert_eq!(client.end(), "");
}

#[test]
fn every_answer_is_what_its_schema_says() {
    let mut client = Client::start(INDEX.path(), &["--no-refresh"]);
    let tools = client.ask("tools/list", json!({}))["result"]["tools"].clone();
    let schema = |name: &str| {
        let tool = tools.as_array().unwrap().iter().find(|tool| tool["name"] == name).unwrap();
        jsonschema::validator_for(&tool["outputSchema"]).unwrap()
    };
    let claim = client.answer("search_claims", json!({ "query": "A100" }))["claims"][0]["id"].clone();
    let finding = client.answer("list_findings", json!({}))["findings"][0]["id"].clone();
    for (tool, arguments) in [
        ("search_claims", json!({ "query": "V100 价格", "limit": 3 })),
        ("search_claims", json!({ "query": "status:conflict", "sort": "value" })),
        ("search_claims", json!({ "query": "zeppelin" })),
        ("get_claim", json!({ "id": claim })),
        ("list_findings", json!({ "status": ["explained", "agreement"], "limit": 50 })),
        ("list_findings", json!({ "device": "TPU", "metric": "显存带宽", "language": "zh" })),
        ("explain_finding", json!({ "id": finding, "language": "zh" })),
        ("digest", json!({ "device": "H100" })),
        ("status", json!({})),
    ] {
        let answer = client.answer(tool, arguments.clone());
        let wrong: Vec<String> =
            schema(tool).iter_errors(&answer).map(|e| format!("{e} at {}", e.instance_path())).collect();
        assert!(wrong.is_empty(), "{tool} {arguments}: {}\n{answer}", wrong.join("\n"));
    }
    client.end();
}

#[test]
fn long_answers_come_in_parts_that_join() {
    let mut client = Client::start(INDEX.path(), &["--no-refresh"]);
    let ids = |answer: &Value| -> Vec<String> {
        answer["findings"].as_array().unwrap().iter().map(|f| f["id"].as_str().unwrap().to_owned()).collect()
    };
    let whole = client.answer("list_findings", json!({ "limit": 50, "max_bytes": 200_000 }));
    assert!(ids(&whole).len() > 10, "{}", whole["total"]);
    let mut joined = Vec::new();
    let mut arguments = json!({ "limit": 7, "max_bytes": 4000 });
    let mut cut = false;
    loop {
        let part = client.answer("list_findings", arguments.clone());
        assert!(part.to_string().len() < 4000 + 500, "a part keeps to its budget");
        joined.extend(ids(&part));
        if joined.len() >= ids(&whole).len() {
            break;
        }
        cut |= part["note"].as_str().is_some_and(|note| note.contains("max_bytes"));
        arguments["cursor"] = part["next_cursor"].clone();
        assert!(arguments["cursor"].is_string(), "{part}");
    }
    joined.truncate(ids(&whole).len());
    assert_eq!(joined, ids(&whole));
    assert!(cut, "a part that is cut says so");
    assert_eq!(client.answer("search_claims", json!({ "query": "GPU" }))["claims"].as_array().unwrap().len(), 10);

    let first = client.answer("digest", json!({}));
    let mut document = first["markdown"].as_str().unwrap().to_owned();
    let mut cursor = first["next_cursor"].clone();
    while cursor.is_string() {
        let next = client.answer("digest", json!({ "cursor": cursor }));
        document.push_str(next["markdown"].as_str().unwrap());
        cursor = next["next_cursor"].clone();
    }
    assert_eq!(document.len(), first["total_bytes"]);
    assert!(document.starts_with("# ") && document.ends_with('\n'));
    client.end();
}

#[test]
fn a_question_that_cannot_be_answered_is_told_what_to_do() {
    let mut client = Client::start(INDEX.path(), &["--no-refresh"]);
    for (tool, arguments, says) in [
        ("search_claims", json!({ "query": "A100", "limitt": 3 }), "limitt"),
        ("search_claims", json!({}), "query"),
        ("search_claims", json!({ "query": "(A100" }), "(A100"),
        ("search_claims", json!({ "query": "A100", "limit": "many" }), "many"),
        ("search_claims", json!({ "query": "A100", "cursor": "x-10" }), "without a cursor"),
        ("get_claim", json!({ "id": "c-nothing" }), "c-nothing"),
        ("get_claim", json!({ "id": "" }), "unknown claim id"),
        ("get_claim", json!({ "id": "c-" }), "several"),
        ("list_findings", json!({ "device": "amd-mi30x" }), "amd-mi300x"),
        ("list_findings", json!({ "metric": "hourly_prise" }), "hourly_price"),
        ("list_findings", json!({ "status": ["conflcit"] }), "conflict"),
        ("explain_finding", json!({ "id": "k-zzz" }), "k-zzz"),
        ("digest", json!({ "language": "fr" }), "zh"),
        ("status", json!({ "verbose": true }), "verbose"),
    ] {
        let said = client.refusal(tool, arguments.clone());
        assert!(said.contains(says), "{tool} {arguments}: {said}");
    }
    let unknown = client.ask("tools/call", json!({ "name": "search_claim", "arguments": {} }));
    assert!(unknown["error"]["message"].as_str().is_some_and(|said| said.contains("search_claims")), "{unknown}");
    // What follows a refusal is answered as ever.
    client.answer("status", json!({}));
    client.end();
}

#[test]
fn an_agent_sees_what_changed_since_it_asked() {
    let folder = tempfile::tempdir().unwrap();
    let corpus = folder.path().join("notes");
    std::fs::create_dir(&corpus).unwrap();
    std::fs::write(corpus.join("one.md"), "The power of the V100 PCIe is 250 W.\n").unwrap();
    let index = folder.path().join("index");
    let mut client = Client::start(&index, &["--corpus", corpus.to_str().unwrap()]);
    assert_eq!(client.answer("list_findings", json!({}))["total"], 0);
    std::fs::write(corpus.join("two.md"), "The power of the V100 PCIe is 310 W.\n").unwrap();
    // A look at the folders is taken every few seconds.
    let found = (0..40).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(200));
        client.answer("list_findings", json!({}))["total"] == 1
    });
    assert!(found, "the new article was not read");
    client.end();
}

#[test]
fn no_index_is_said_on_standard_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_atodds"));
    command.args(["mcp", "--no-refresh", "--index"]).arg(folder.path()).stdin(Stdio::null());
    let done = command.output().unwrap();
    assert_eq!(done.status.code(), Some(2));
    assert!(done.stdout.is_empty());
    assert!(String::from_utf8_lossy(&done.stderr).contains("help: "));
}

#[test]
fn a_line_that_is_no_json_is_answered_and_does_no_harm() {
    let mut client = Client::start(INDEX.path(), &[]);
    for line in ["not json", "{\"jsonrpc\": \"2.0\", \"id\": 7, \"method\"", "\u{1}", "[1, 2"] {
        writeln!(client.to.as_mut().unwrap(), "\n{line}").unwrap();
        let mut said = String::new();
        client.from.read_line(&mut said).unwrap();
        let said: Value = serde_json::from_str(&said).unwrap();
        assert_eq!((&said["error"]["code"], &said["id"]), (&json!(-32700), &Value::Null), "{line}: {said}");
    }
    assert!(client.ask("tools/list", json!({}))["result"]["tools"].is_array());
    client.end();
}

#[test]
fn a_call_without_parameters_is_told_what_it_lacks() {
    let mut client = Client::start(INDEX.path(), &[]);
    for params in [Value::Null, json!({ "arguments": {} })] {
        let answer = client.ask("tools/call", params);
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
    assert_eq!(client.ask("tools/kall", json!({}))["error"]["code"], -32601);
    client.end();
}
