//! What stands between standard input and the protocol's SDK: a line that is no JSON is answered with a parse error.
//!
//! The SDK passes over such a line in silence, and whoever sent it waits for ever. JSON-RPC has an answer for it
//! (`-32700`, its id `null`), which is given here; every other line goes through as it came.

use serde::de::IgnoredAny;
use serde_json::json;
use tokio::io::{self, AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// Bytes that are under way between the two at most.
const ROOM: usize = 1 << 16;

/// JSON-RPC's code for what cannot be parsed.
const PARSE_ERROR: i32 = -32700;

/// Returns the stream that the SDK speaks with, and what writes standard output until that stream is closed.
pub fn standard() -> (DuplexStream, JoinHandle<io::Result<()>>) {
    let (theirs, ours) = io::duplex(ROOM);
    let (from, to) = io::split(ours);
    let (said, heard) = mpsc::channel(16);
    tokio::spawn(forward(io::stdin(), to, said.clone()));
    tokio::spawn(collect(from, said));
    (theirs, tokio::spawn(print(heard)))
}

/// Hands lines on to the SDK; what is no JSON is answered.
async fn forward(
    from: impl io::AsyncRead + Unpin,
    mut to: impl io::AsyncWrite + Unpin,
    said: mpsc::Sender<Vec<u8>>,
) -> io::Result<()> {
    let mut from = BufReader::new(from);
    let mut line = Vec::new();
    while from.read_until(b'\n', &mut line).await? > 0 {
        if is_message(&line) {
            to.write_all(&line).await?;
        } else if said.send(refusal(&line)).await.is_err() {
            break;
        }
        line.clear();
    }
    to.shutdown().await
}

/// Passes on what the SDK says, line by line.
async fn collect(from: impl io::AsyncRead + Unpin, said: mpsc::Sender<Vec<u8>>) -> io::Result<()> {
    let mut from = BufReader::new(from);
    loop {
        let mut line = Vec::new();
        if from.read_until(b'\n', &mut line).await? == 0 || said.send(line).await.is_err() {
            return Ok(());
        }
    }
}

/// Writes whole lines, so that two answers never run into each other.
async fn print(mut heard: mpsc::Receiver<Vec<u8>>) -> io::Result<()> {
    let mut out = io::stdout();
    while let Some(line) = heard.recv().await {
        out.write_all(&line).await?;
        out.flush().await?;
    }
    Ok(())
}

/// Says whether a line is JSON, or blank. The mark that some editors put before a file's first byte is none of it.
fn is_message(line: &[u8]) -> bool {
    let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line).trim_ascii();
    line.is_empty() || serde_json::from_slice::<IgnoredAny>(line).is_ok()
}

fn refusal(line: &[u8]) -> Vec<u8> {
    let why = match serde_json::from_slice::<IgnoredAny>(line) {
        Err(error) => format!("the line is not JSON: {error}"),
        Ok(_) => "the line is not JSON".to_owned(),
    };
    let error = json!({ "code": PARSE_ERROR, "message": why });
    let mut text = json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string().into_bytes();
    text.push(b'\n');
    text
}
