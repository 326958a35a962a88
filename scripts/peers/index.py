#!/usr/bin/env python3
"""Measures index and search beside their peers, all in one run, on generated articles.

    scripts/peers/index.py [--profile release | --bins DIR] [--megabytes 60] [--files 10000] [--claims 1000000] [--repeats 3]
                           [--dir target/peers] [-o benches/RESULTS.md]

Builds the program and `benches/peers.rs` (a bare tantivy index), makes a corpus of Markdown in Chinese and English from
templates with a fixed seed, and takes turns: the program, the peer, the program, the peer. Peers: bare tantivy with the
program's own tokens, SQLite FTS5 (through the sqlite3 that Python brings), and where they are on the PATH ripgrep (`rg`)
and Recoll (`recollindex`, `recollq`). Medians and ratios count, the seconds hang on the machine. Needs the standard library
and about 3 GB of disk for a million claims.
"""
import argparse, datetime, json, os, platform, random, resource, shutil, sqlite3, statistics, subprocess, sys, time

DEVICES = ["A100", "V100", "H100 SXM", "H100 PCIe", "H200", "L40S", "T4", "L4", "A10", "MI300X", "MI250X", "MI210", "TPU v3", "TPU v4",
           "TPU v5e", "TPU v5p", "昇腾 910B", "Gaudi2", "Gaudi3", "RTX 4090", "RTX 3090", "A6000", "B200"]
CLAIMS = {
    "en": ["The {d} draws {w} W under full load.", "On demand the {d} costs ${p} per hour.", "{d} memory bandwidth is {b} TB/s.",
           "With {m} GB of memory the {d} holds the whole model.", "The {d} lists at ${k} for one card.", "Our {d} reached {t} TFLOPS in FP16."],
    "zh": ["{d} 的功耗为 {w} 瓦。", "{d} 的按需价为每小时 {p} 美元。", "{d} 的显存带宽为 {b} TB/s。", "{d} 的显存为 {m} GB。",
           "单卡 {d} 的售价约 {k} 美元。", "{d} 的 FP16 算力为 {t} TFLOPS。"],
}
WORDS = {
    "en": "rack cable fan bill queue night shift report driver kernel window morning engineer invoice budget panel update "
          "river bridge copper quiet careful late early narrow bright steady second other former weekly plain empty "
          "waited moved asked wrote noticed replaced counted measured returned carried promised kept turned opened closed "
          "before after while because although since until between under over during without against".split(),
    "zh": "机房 风扇 账单 队列 夜班 报告 驱动 内核 早晨 工程师 发票 预算 面板 更新 河边 桥 铜线 安静 仔细 迟 早 窄 明亮 稳定 第二 另外 每周 普通 "
          "等待 移动 询问 写下 注意 更换 清点 测量 归还 携带 承诺 保留 转身 打开 关上 以前 以后 因为 虽然 直到 之间 期间 没有 針對 這段 時間 檢查 繁體".split(),
}
QUERIES = ["V100 price", "显存带宽 A100", "MI300X 功耗", "TPU v5e per hour", "昇腾 910B", "账单", "metric:power value:>=700W",
           "A100 OR H100", "\"under full load\"", "繁体", "H200 memory", "device:gaudi3 price<3USD/h"]
PLAIN = ["V100", "显存带宽", "MI300X", "per hour", "昇腾 910B", "账单", "invoice budget", "\"under full load\"", "繁體", "memory"]
FILTERS = [  # what the program is asked, and the same in SQL
    ("metric:power value:>=700W", "metric='power' and low>=700"),
    ("device:nvidia-h200 metric:memory_bandwidth value:<2TB/s", "device='nvidia-h200' and metric='memory_bandwidth' and high<2e12"),
    ("device:nvidia-a100 metric:hourly_price value:1USD/h..2USD/h", "device='nvidia-a100' and metric='hourly_price' and high>=1 and low<=2"),
    ("metric:memory_capacity lang:zh device:tpu-v4", "metric='memory_capacity' and lang='zh' and device='tpu-v4'"),
    ("precision:fp16 metric:peak_compute value:>=900TFLOPS", "metric='peak_compute' and low>=9e14 and conditions like '%\"precision\": \"fp16\"%'"),
]


def claim(chance, lang):
    return chance.choice(CLAIMS[lang]).format(
        d=chance.choice(DEVICES), w=chance.randint(60, 1000), p=chance.randint(30, 1200) / 100, b=chance.randint(30, 800) / 100,
        m=chance.choice([16, 24, 32, 40, 48, 64, 80, 96, 141, 192]), k=chance.randint(900, 40000), t=chance.randint(60, 2300))


def filler(chance, lang):
    words = [chance.choice(WORDS[lang]) for _ in range(chance.randint(7, 16))]
    return " ".join(words).capitalize() + "." if lang == "en" else "".join(words) + "。"


def table(chance, lang):
    head = "| Card | Memory | Power |" if lang == "en" else "| 型号 | 显存 | 功耗 |"
    rows = [f"| {d} | {chance.choice([16, 24, 40, 80])} GB | {chance.randint(60, 800)} W |" for d in chance.sample(DEVICES, 4)]
    return "\n".join([head, "|---|---|---|", *rows])


def article(chance, number, size, share):
    """One article of about `size` bytes; `share` of its sentences make a claim."""
    lang = "en" if number % 2 else "zh"
    title = f"Note {number}" if lang == "en" else f"第 {number} 篇笔记"
    parts = [f"---\ntitle: {title}\npublisher: desk {number % 97}\ndate: {2020 + number % 6}-0{1 + number % 9}\n---\n\n# {title}"]
    length = 0
    while length < size:
        kind = chance.random()
        if kind < 0.06:
            part = "## " + filler(chance, lang).rstrip(".。")
        elif kind < 0.10 and share < 1:
            part = table(chance, lang)
        else:
            sentences = [claim(chance, lang) if chance.random() < share else filler(chance, lang) for _ in range(chance.randint(2, 6))]
            part = (" " if lang == "en" else "").join(sentences)
            part = "- " + part if kind < 0.25 else part
        parts.append(part)
        length += len(part.encode("utf-8")) + 2
    return "\n\n".join(parts) + "\n"


def generate(folder, size, files, share, seed):
    shutil.rmtree(folder, ignore_errors=True)
    chance = random.Random(seed)
    for number in range(files):
        part = os.path.join(folder, f"part-{number // 500:03}")
        os.makedirs(part, exist_ok=True)
        with open(os.path.join(part, f"note-{number:05}.md"), "w", encoding="utf-8") as file:
            file.write(article(chance, number, size // files, share))


class Run:
    """One finished command: wall seconds, peak memory in MB, what it printed."""

    def __init__(self, *command, ok=(0, 1), text=None, threads=None, keep=False):
        env = dict(os.environ, **({"RAYON_NUM_THREADS": str(threads)} if threads else {}))
        out = subprocess.PIPE if keep else subprocess.DEVNULL
        start = time.perf_counter()
        child = subprocess.Popen(command, stdin=subprocess.PIPE if text else subprocess.DEVNULL, stdout=out, stderr=subprocess.DEVNULL, env=env)
        if text:
            child.stdin.write(text.encode()); child.stdin.close()
        self.out = child.stdout.read().decode() if keep else ""
        _, status, usage = os.wait4(child.pid, 0)
        self.seconds = time.perf_counter() - start
        self.memory = usage.ru_maxrss / 1024
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in ok:
            sys.exit(f"{' '.join(command)}: exit {child.returncode}")


def size(path):
    if os.path.isfile(path):
        return os.path.getsize(path) / 1e6
    return sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(path) for name in names) / 1e6


def median(values):
    return statistics.median(values)


def quantile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def ms(seconds):
    return f"{seconds * 1e3:.2f} ms"


def files_of(folder):
    for at, _, names in os.walk(folder):
        for name in sorted(names):
            yield os.path.join(at, name)


def fts(folder, path, tokenizer):
    """Seconds to build a full-text table of the files."""
    if os.path.exists(path):
        os.remove(path)
    start = time.perf_counter()
    base = sqlite3.connect(path)
    base.execute(f"create virtual table text using fts5(path unindexed, body, tokenize='{tokenizer}')")
    for name in files_of(folder):
        with open(name, encoding="utf-8") as file:
            base.execute("insert into text values (?, ?)", (name, file.read()))
    base.commit()
    base.close()
    return time.perf_counter() - start


def quoted(query):
    return " ".join('"' + word.strip('"') + '"' for word in ([query] if query.startswith('"') else query.split()))


def fts_ask(path, query, fresh=True, base=None):
    start = time.perf_counter()
    base = base or sqlite3.connect(path)
    base.execute("select path from text where text match ? order by rank limit 20", (quoted(query),)).fetchall()
    if fresh:
        base.close()
    return time.perf_counter() - start


def build(profile):
    subprocess.run(["cargo", "build", "--profile", profile, "--quiet"], check=True)
    done = subprocess.run(["cargo", "bench", "--profile", profile, "--bench", "peers", "--no-run", "--message-format=json", "--quiet"],
                          check=True, stdout=subprocess.PIPE, text=True)
    made = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    bare = next(m["executable"] for m in made if m.get("executable") and m["target"]["name"] == "peers")
    return os.path.join("target", profile, "atodds"), bare


class Table:
    def __init__(self):
        self.rows = []

    def add(self, what, ours, peer, theirs, ratio, floor=""):
        self.rows.append((what, ours, peer, theirs, ratio, floor))
        print(f"{what}: {ours}; {peer} {theirs}; {ratio} {floor}", flush=True)


def indexing(atodds, bare, corpus, folder, repeats, table):
    index, store = os.path.join(folder, "index"), os.path.join(folder, "bare")
    ours, theirs = [], []
    for _ in range(repeats):
        shutil.rmtree(index, ignore_errors=True)
        shutil.rmtree(store, ignore_errors=True)
        ours.append(Run(atodds, "index", "--corpus", corpus, "--index", index, "-q", threads=2))
        theirs.append(Run(bare, "index", corpus, store, "2"))
    ratio = median([a.seconds / b.seconds for a, b in zip(ours, theirs)])
    said = f"{median([run.seconds for run in ours]):.2f} s"
    table.add("index, 2 threads: wall", said, "bare tantivy", f"{median([r.seconds for r in theirs]):.2f} s", f"{ratio:.2f} ×", "≤ 1.8 ×")
    table.add("index, 2 threads: peak memory", f"{max(r.memory for r in ours):.0f} MB", "bare tantivy", f"{max(r.memory for r in theirs):.0f} MB", "", "≤ 400 MB")
    table.add("index: size on disk", f"{size(index):.0f} MB", "bare tantivy", f"{size(store):.0f} MB", f"{size(index) / size(store):.2f} ×")
    for tokenizer in ("unicode61", "trigram"):
        base = os.path.join(folder, tokenizer + ".db")
        spent = median([fts(corpus, base, tokenizer) for _ in range(max(1, repeats - 1))])
        table.add("index: wall", said, f"SQLite FTS5 {tokenizer}, full text alone", f"{spent:.2f} s, {size(base):.0f} MB",
                  f"{median([run.seconds for run in ours]) / spent:.2f} ×")
    return index, store


def unchanged(atodds, corpus, index, files, repeats, table):
    spent = [Run(atodds, "index", "--index", index, "-q", threads=2).seconds for _ in range(5 * repeats)]
    peer, theirs, ratio = "(Recoll and qmd are not installed)", "", ""
    if shutil.which("recollindex"):
        config = index + "-recoll"
        os.makedirs(config, exist_ok=True)
        with open(os.path.join(config, "recoll.conf"), "w") as file:
            file.write(f"topdirs = {os.path.abspath(corpus)}\n")
        Run("recollindex", "-c", config)
        again = [Run("recollindex", "-c", config).seconds for _ in range(repeats)]
        peer, theirs, ratio = "Recoll", f"{median(again):.3f} s", f"{median(spent) / median(again):.2f} ×"
    table.add(f"no-op update, {files} files", f"{median(spent):.3f} s", peer, theirs, ratio, "≤ 0.3 s")


def asking(atodds, bare, corpus, index, store, folder, repeats, table):
    base = os.path.join(folder, "trigram.db")
    times = {name: [] for name in ("ours", "refreshed", "rg", "sqlite", "recoll")}
    for _ in range(5 * repeats):
        for query in QUERIES:
            times["ours"].append(Run(atodds, "search", query, "--index", index, "--no-refresh").seconds)
        times["refreshed"].append(Run(atodds, "search", QUERIES[0], "--index", index).seconds)
        for query in PLAIN:
            if shutil.which("rg"):
                times["rg"].append(Run("rg", "-c", "-F", query.strip('"'), corpus).seconds)
            if shutil.which("sqlite3") and len(query) > 2:
                sql = f"select path from text where text match '{quoted(query)}' order by rank limit 20"
                times["sqlite"].append(Run("sqlite3", base, sql).seconds)
            if shutil.which("recollq") and os.path.isdir(index + "-recoll"):
                times["recoll"].append(Run("recollq", "-c", index + "-recoll", "-n", "20", query, ok=(0, 1, 2)).seconds)
    ours = times["ours"]
    said = f"p50 {ms(median(ours))}, p95 {ms(quantile(ours, .95))}"
    for peer, name in (("ripgrep", "rg"), ("sqlite3 with FTS5 trigram", "sqlite"), ("recollq", "recoll")):
        spent = times[name]
        if spent:
            table.add("warm query, whole process", said, peer, f"p50 {ms(median(spent))}, p95 {ms(quantile(spent, .95))}",
                      f"{median(ours) / median(spent):.2f} ×", "p50 ≤ 10 ms")
    table.add("the same, after a look at every file", f"p50 {ms(median(times['refreshed']))}", "", "", "")
    lines = "\n".join(QUERIES) + "\n"
    ours = json.loads(Run(bare, "search", index, "50", text=lines, keep=True).out)
    theirs = json.loads(Run(bare, "ask", store, "50", text="\n".join(PLAIN) + "\n", keep=True).out)
    table.add("query in process", f"p50 {ms(ours['p50'])}, p99 {ms(ours['p99'])}", "bare tantivy",
              f"p50 {ms(theirs['p50'])}, p99 {ms(theirs['p99'])}", f"{ours['p50'] / theirs['p50']:.2f} ×", "p99 ≤ 2 ms")
    held = sqlite3.connect(base)
    spent = [fts_ask(base, query, fresh=False, base=held) for _ in range(50) for query in PLAIN if len(query) > 2]
    table.add("query in process", f"p50 {ms(ours['p50'])}, p99 {ms(ours['p99'])}", "SQLite FTS5 trigram",
              f"p50 {ms(median(spent))}, p99 {ms(quantile(spent, .99))}", f"{ours['p50'] / median(spent):.2f} ×")


def million(atodds, bare, claims, folder, repeats, table):
    corpus, index, base = (os.path.join(folder, name) for name in ("many", "many-index", "many.db"))
    generate(corpus, claims * 52, max(1, claims // 1000), 1.0, 7)
    shutil.rmtree(index, ignore_errors=True)
    built = Run(atodds, "index", "--corpus", corpus, "--index", index, "-q", threads=2)
    if os.path.exists(base):
        os.remove(base)
    sql = sqlite3.connect(base)
    sql.execute("create table claim (id text, metric text, device text, low real, high real, unit text, conditions text, lang text, "
                "date text, path text, line integer, quote text)")
    lines = subprocess.Popen([atodds, "claims", "--index", index, "--no-refresh", "--format", "jsonl"], stdout=subprocess.PIPE)

    def rows():
        for line in lines.stdout:
            c = json.loads(line)
            v, s = c.get("value") or {}, c["source"]
            yield (c["id"], c["metric"], c["device"], v.get("low"), v.get("high"), v.get("unit"), json.dumps(c["conditions"], sort_keys=True),
                   s.get("lang"), s.get("date"), s["path"], c["evidence"]["line"], c["evidence"]["quote"])

    sql.executemany("insert into claim values (?,?,?,?,?,?,?,?,?,?,?,?)", rows())
    for column in ("id", "metric, low", "device, metric, low", "metric, device, conditions, low, high", "lang, metric"):
        sql.execute(f"create index [{column}] on claim ({column})")
    sql.commit()
    sql.execute("analyze")
    sql.commit()
    count = sql.execute("select count(*) from claim").fetchone()[0]
    sql.close()
    table.add(f"{count:,} claims: build", f"{built.seconds:.1f} s, {built.memory:.0f} MB peak, {size(index):.0f} MB", "SQLite with indexes, claims given", f"{size(base):.0f} MB", "")
    ours = json.loads(Run(bare, "open", index, "20", keep=True).out)["p50"]
    theirs = []
    for _ in range(20):
        start = time.perf_counter()
        sql = sqlite3.connect(base)
        sql.execute("select id from claim where id = 'c-'").fetchall()
        theirs.append(time.perf_counter() - start)
        sql.close()
    table.add("  open", ms(ours), "SQLite: connect and a first look-up", ms(median(theirs)), f"{ours / median(theirs):.2f} ×", "faster")
    sql = sqlite3.connect(base)
    for query, where in FILTERS:
        ours = json.loads(Run(bare, "search", index, "20", text=query + "\n", keep=True).out)
        spent, found = [], 0
        for _ in range(20):
            start = time.perf_counter()
            found = sql.execute(f"select count(*) from claim where {where}").fetchone()[0]
            sql.execute(f"select * from claim where {where} order by date desc, id limit 20").fetchall()
            spent.append(time.perf_counter() - start)
        table.add(f"  `{query}`", f"p50 {ms(ours['p50'])}", f"SQLite, {found:,} found", f"p50 {ms(median(spent))}", f"{ours['p50'] / median(spent):.2f} ×", "faster")
    ours = [Run(atodds, "conflicts", "--index", index, "--no-refresh", "--format", "jsonl") for _ in range(repeats)]
    theirs = []
    for _ in range(repeats):
        start = time.perf_counter()
        sql.execute("select metric, device, conditions, count(*), min(low), max(high) from claim where low is not null "
                    "group by metric, device, conditions having max(low) > min(high) * 1.02").fetchall()
        pairs = 0
        for metric, device, conditions in sql.execute("select metric, device, conditions from claim where low is not null group by 1, 2, 3").fetchall():
            of_group = sql.execute("select id, low, high, path, line, quote from claim where metric=? and device=? and conditions=? order by low",
                                   (metric, device, conditions)).fetchall()
            pairs += len(of_group)
        theirs.append(time.perf_counter() - start)
    mine = median([run.seconds for run in ours])
    table.add("  conflicts, whole process", f"{mine:.2f} s, {max(r.memory for r in ours):.0f} MB", "SQLite: groups at odds, and their claims read",
              f"{median(theirs):.2f} s", f"{mine / median(theirs):.2f} ×", "faster")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--profile", default="release")
    parser.add_argument("--bins", help="take `atodds` and `peers` from this folder, and build nothing")
    parser.add_argument("--megabytes", type=int, default=60)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--claims", type=int, default=1_000_000, help="for the large index; 0 leaves it out")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--dir", default="target/peers")
    parser.add_argument("-o", "--output")
    args = parser.parse_args()
    os.environ.pop("CARGO_BUILD_JOBS", None)
    atodds, bare = [os.path.join(args.bins, name) for name in ("atodds", "peers")] if args.bins else build(args.profile)
    os.makedirs(args.dir, exist_ok=True)
    corpus = os.path.join(args.dir, "corpus")
    # As many claims to the megabyte as articles on the subject make.
    generate(corpus, args.megabytes * 1_000_000, args.files, 0.1, 20240229)
    table = Table()
    index, store = indexing(atodds, bare, corpus, args.dir, args.repeats, table)
    unchanged(atodds, corpus, index, args.files, args.repeats, table)
    asking(atodds, bare, corpus, index, store, args.dir, args.repeats, table)
    if args.claims:
        million(atodds, bare, args.claims, args.dir, args.repeats, table)
    count = Run(atodds, "status", "--index", index, "--no-refresh", "--format", "json", keep=True).out
    text = [f"## {datetime.date.today()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}", "",
            f"`scripts/peers/index.py {'--bins …' if args.bins else '--profile ' + args.profile} --megabytes {args.megabytes} --files {args.files} --claims {args.claims} "
            f"--repeats {args.repeats}`: {size(corpus):.0f} MB in {args.files:,} files. Medians; each ratio is the program over the peer, both measured in turn in this run.", "",
            "| measure | atodds | peer | its figure | ratio | wanted |", "|---|---|---|---|---|---|"]
    text += ["| " + " | ".join(row) + " |" for row in table.rows]
    print("\n".join(text))
    if args.output:
        with open(args.output, "a", encoding="utf-8") as file:
            file.write("\n" + "\n".join(text) + "\n")


if __name__ == "__main__":
    main()
