/**
 * Event ingestion over HTTP: validated, stored, counted, and acknowledged after the disk write (`synchronous=FULL`).
 * Compared with bare SQLite: the same rows, table, indexes, and group sizes, without validation, counting, or network.
 * And compared with itself while one destination gets a tracked event of each call.
 *
 *   npm run bench ingest.bench
 */
import { systemClock } from "@fanfare/contract/lib/clock";
import { uuidv7 } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { sendRequests } from "./clients/requests.ts";
import { pinGenerator, type ServerProcess, startServer } from "./server-process.ts";
import { BENCH_APP, BENCH_OWNER } from "./servers/commands.ts";
import { median } from "./statistics.ts";
import { printTable } from "./table.ts";

const RUNS = 5;
const CONNECTIONS = 32;
const BATCHES = 20;
const EVENTS_PER_BATCH = 100;
const EVENTS = CONNECTIONS * BATCHES * EVENTS_PER_BATCH;
const GOAL_PER_S = 20_000;
const GOAL_RATIO = 0.5;
/** With one destination, compared to none. */
const GOAL_DESTINATION_RATIO = 0.9;
/** One event of each call has this name, and only it's sent. */
const SENT_EVENT = "order_paid";

/**
 * A batch as the SDK sends it: one person's events. Each batch has its own person and IP address, like real traffic.
 */
function batchRequest(index: number): Uint8Array {
  const events = Array.from({ length: EVENTS_PER_BATCH }, (_, at) => ({
    id: uuidv7(systemClock, systemRng),
    name: at === 0 ? SENT_EVENT : at % 4 === 0 ? "order_shipped" : "page_viewed",
    props: { total: at, page_url: "https://shop.example/orders/7" },
    at: new Date().toISOString(),
  }));
  const body = JSON.stringify({ external_id: `u_${index}`, events });
  const head = [
    `POST /v1/events?app=${BENCH_APP.key} HTTP/1.1`,
    "Host: 127.0.0.1",
    "Content-Type: application/json",
    `X-Forwarded-For: 10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}

let people = 0;
/** Events per second of wall time, and per second of CPU time. */
interface Rate {
  readonly per_second: number;
  readonly cpu: number;
}

async function ingestOnce({ port, usage }: ServerProcess): Promise<Rate> {
  const lists = Array.from({ length: CONNECTIONS }, () =>
    Array.from({ length: BATCHES }, () => batchRequest(people++)),
  );
  const before = await usage();
  const begun = performance.now();
  const plan = { port, connections: 1, rounds: 1, expected: "HTTP/1.1 200" };
  await Promise.all(lists.map((requests) => sendRequests({ ...plan, requests })));
  const per_second = (EVENTS / (performance.now() - begun)) * 1_000;
  const after = await usage();
  return { per_second, cpu: (EVENTS / (after.cpu_us - before.cpu_us)) * 1_000_000 };
}

/** A tool that takes batches, on the generator's core. */
let sent = 0;
const tool = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    // Cast: our own preset sends this form.
    sent += ((await request.json()) as { readonly events: readonly unknown[] }).events.length;
    return Response.json({ code: 200 });
  },
});

async function addDestination({ port }: ServerProcess): Promise<void> {
  const origin = `http://127.0.0.1:${port}`;
  const post = async (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> => {
    const all = { "Content-Type": "application/json", Origin: origin, ...headers };
    const response = await fetch(`${origin}${path}`, { method: "POST", headers: all, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return response;
  };
  const signed_in = await post("/api/sign-in", BENCH_OWNER);
  const cookies = signed_in.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  const destination = {
    ...{ preset: "amplitude", name: "Tool", events: ["event.tracked"], filter: { event_names: [SENT_EVENT] } },
    ...{ settings: { endpoint: `http://127.0.0.1:${tool.port}` }, secrets: { api_key: "the-key" } },
  };
  await post(`/api/destinations?app_id=${BENCH_APP.id}`, destination, { Cookie: cookies.join("; ") });
}

/** Runs twice and measures the second run, after JIT warm-up. */
async function runOf(prepare: (server: ServerProcess) => Promise<void> = async () => {}): Promise<Rate> {
  const server = await startServer("test-server.ts");
  try {
    await prepare(server);
    await ingestOnce(server);
    return await ingestOnce(server);
  } finally {
    await server.stop();
  }
}

/** Rows per second of bare SQLite, on the server's core. */
async function bareRun(): Promise<Rate> {
  const program = new URL("./servers/bare-rows.ts", import.meta.url).pathname;
  const command = [process.execPath, program, String(EVENTS), String(EVENTS_PER_BATCH)];
  const pinned = Bun.which("taskset") === null ? command : ["taskset", "-c", "0", ...command];
  const child = Bun.spawn(pinned, { stderr: "inherit" });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error("Bare SQLite failed.");
  // Cast: output of our own program.
  return JSON.parse(text) as Rate;
}

pinGenerator();
const bare: Rate[] = [];
const ours: Rate[] = [];
const sending: Rate[] = [];
for (let run = 0; run < RUNS; run++) {
  bare.push(await bareRun());
  ours.push(await runOf());
  sending.push(await runOf(addDestination));
}
tool.stop(true);
/** `per_s_min` is undefined for rows without a goal. */
const row = (name: string, of: (rate: Rate) => number, per_s_min?: number): readonly string[] => {
  const [rate, reference] = [median(ours.map(of)), median(bare.map(of))];
  const figures = [name, `${Math.round(rate)}/s`, `${Math.round(reference)}/s`, `${(rate / reference).toFixed(2)} ×`];
  if (per_s_min === undefined) return [...figures, "–", ""];
  const is_met = rate >= per_s_min && rate / reference >= GOAL_RATIO;
  return [...figures, `≥ ${per_s_min}/s, ≥ ${GOAL_RATIO} ×`, is_met ? "met" : "MISSED"];
};
printTable(
  `Events ingested durably (medians of ${RUNS} runs; ${EVENTS_PER_BATCH} events a call, ${CONNECTIONS} connections)`,
  ["POST /v1/events", "Fanfare", "bare SQLite", "ratio", "goal", ""],
  [
    row("acknowledged, per second", ({ per_second }) => per_second, GOAL_PER_S),
    row("per second of CPU", ({ cpu }) => cpu),
  ],
);

const destinationRow = (name: string, of: (rate: Rate) => number, is_goal: boolean): readonly string[] => {
  const [rate, reference] = [median(sending.map(of)), median(ours.map(of))];
  const ratio = rate / reference;
  const goal = is_goal
    ? [`≥ ${GOAL_DESTINATION_RATIO} ×`, ratio >= GOAL_DESTINATION_RATIO ? "met" : "MISSED"]
    : ["–", ""];
  return [name, `${Math.round(rate)}/s`, `${Math.round(reference)}/s`, `${ratio.toFixed(2)} ×`, ...goal];
};
printTable(
  `With one destination that gets 1 of ${EVENTS_PER_BATCH} events (medians of ${RUNS} runs; ${sent} messages received)`,
  ["POST /v1/events", "with", "without", "ratio", "goal", ""],
  [
    destinationRow("acknowledged, per second", ({ per_second }) => per_second, true),
    destinationRow("per second of CPU", ({ cpu }) => cpu, false),
  ],
);
