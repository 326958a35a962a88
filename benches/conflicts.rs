//! How long the verdicts take: 100 thousand and one million generated claims, one thread.
//!
//! `cargo bench --bench conflicts`. The claims come from a fixed seed: half of them on hot keys of 50,000 claims
//! each, the rest over some ten thousand keys; nine in ten sources say the usual value. Memory is what the
//! system reports for this process (`/proc/self/status`), where it does: what it holds with the claims before they are
//! judged, and the most that it ever held, all in all.

use std::sync::Arc;
use std::time::Instant;

use atodds::claim::{Claim, Conditions, Evidence, Name, Quantity, Source, Statement, id};
use atodds::vocab::Vocab;
use rust_decimal::Decimal;

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Claims on one hot key.
const HOT: usize = 50_000;
/// Claims of one source.
const PER_SOURCE: usize = 20;

fn main() {
    let vocab = Vocab::built_in();
    println!(
        "{:>9} {:>9} {:>9} {:>9} {:>10} {:>9} {:>9}",
        "claims", "seconds", "of CPU", "ns/claim", "findings", "claims MB", "peak MB"
    );
    for n in [100_000, 1_000_000] {
        run(&vocab, n);
    }
}

fn run(vocab: &Vocab, n: usize) {
    let claims = generate(vocab, n);
    let held = memory("VmRSS:");
    let (start, worked) = (Instant::now(), cpu());
    let judgement = atodds::conflict::find(vocab, &claims);
    let (seconds, worked) = (start.elapsed().as_secs_f64(), cpu() - worked);
    println!(
        "{n:>9} {seconds:>9.3} {worked:>9.2} {:>9.0} {:>10} {:>9} {:>9}",
        worked * 1e9 / n as f64,
        judgement.findings.len(),
        held,
        memory("VmHWM:"),
    );
    println!("          {}", serde_json::to_string(&judgement.summary).expect("a summary is JSON"));
}

/// Returns a line of what the system says of this process's memory, in MB; zero where it does not.
fn memory(line: &str) -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let found = status.lines().find(|found| found.starts_with(line)).unwrap_or_default();
    found.split_whitespace().nth(1).and_then(|kib| kib.parse::<usize>().ok()).unwrap_or(0) * 1024 / 1_000_000
}

/// Returns the seconds for which this process has had a core: on a busy machine the clock says more.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|ticks| ticks.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

/// Numbers from a seed (xorshift).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}

fn generate(vocab: &Vocab, n: usize) -> Vec<Claim> {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let devices: Vec<Name> = vocab.devices.iter().map(|device| device.id.clone()).collect();
    let metrics: Vec<(Name, Name)> = [
        ("hourly_price", "USD/h"),
        ("purchase_price", "USD"),
        ("peak_compute", "FLOP/s"),
        ("memory_capacity", "B"),
        ("memory_bandwidth", "B/s"),
        ("power", "W"),
        ("interconnect_bandwidth", "B/s"),
        ("core_count", "1"),
        ("clock_frequency", "Hz"),
        ("transistor_count", "1"),
        ("throughput", "image/s"),
        ("latency", "s"),
    ]
    .into_iter()
    .map(|(metric, unit)| (metric.into(), unit.into()))
    .collect();
    let pool = conditions();
    let hot = n / 2 / HOT;
    let mut claims = Vec::with_capacity(n);
    let mut source = Arc::new(Source::default());
    for at in 0..n {
        if at % PER_SOURCE == 0 {
            let path: Name = format!("articles/{at:07}.md").into();
            source = Arc::new(Source { id: id::source(&path), path, ..Source::default() });
        }
        // Half of the claims fall on the hot keys, as far as there are any.
        let key = if hot > 0 && dice.roll(2) == 0 { dice.roll(hot) } else { hot + dice.roll(devices.len() * 12) };
        let (metric, unit) = &metrics[key % metrics.len()];
        let device = &devices[(key / metrics.len()) % devices.len()];
        let usual = 100 + (key * 7919) % 900;
        let value = match dice.roll(20) {
            0 => usual * 2,
            1 => usual + dice.roll(200),
            _ => usual,
        };
        claims.push(figure(at, metric, device, unit, value as i64, &pool[dice.roll(pool.len())], &source));
    }
    claims
}

fn conditions() -> Vec<Conditions> {
    let sets: [&[(&str, &str)]; 6] = [
        &[],
        &[],
        &[("form", "sxm")],
        &[("form", "pcie")],
        &[("precision", "fp16"), ("sparsity", "dense")],
        &[("pricing", "on-demand"), ("provider", "aws")],
    ];
    let set = |pairs: &&[(&str, &str)]| {
        let mut conditions = Conditions::default();
        for (key, value) in *pairs {
            conditions.set(key, *value);
        }
        conditions
    };
    sets.iter().map(set).collect()
}

fn figure(
    at: usize,
    metric: &Name,
    device: &Name,
    unit: &Name,
    value: i64,
    conditions: &Conditions,
    source: &Arc<Source>,
) -> Claim {
    let value = Decimal::from(value);
    Claim {
        id: format!("c-{at:012x}").into(),
        metric: metric.clone(),
        device: device.clone(),
        statement: Statement::Figure(Quantity {
            low: value,
            high: value,
            unit: unit.clone(),
            approx: false,
            bound: None,
            vague: false,
            step: Decimal::ONE,
            surface: value.to_string().into(),
            start: 0,
            dates: None,
        }),
        conditions: conditions.clone(),
        source: source.clone(),
        evidence: Evidence {
            quote: format!("figure {at}: {value}").into(),
            start: at as u32,
            end: at as u32 + 1,
            line: at as u32,
            column: 1,
            ..Evidence::default()
        },
        also: Box::default(),
        hedged: false,
        attribution: None,
        rule: source.path.clone(),
        confidence: 0.95,
    }
}
