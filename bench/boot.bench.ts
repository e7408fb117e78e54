/**
 * Boots per second of CPU time with 50 live contents, warm: anonymous, identified, verified, and unchanged (304).
 * Compared with a bare Bun handler that parses the same request and answers the same bytes.
 *
 *   npm run bench boot
 */

import { SignJWT } from "jose";
import { sendRequests } from "./clients/requests.ts";
import { pinGenerator, type ServerProcess, startServer } from "./server-process.ts";
import { BENCH_APP } from "./servers/commands.ts";
import { median } from "./statistics.ts";
import { printTable } from "./table.ts";

const RUNS = 5;
const CONNECTIONS = 16;
const ROUNDS = 4;
const WARM_UP_ROUNDS = 6;
/** Each case has this many people, each with an address of their own, so that no rate limit applies. */
const PEOPLE = 64;
const GOAL = 0.35;

interface BootCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}
type Case = (server: ServerProcess, index: number) => Promise<BootCall>;

const ABOUT = { time_zone: "Europe/Berlin" };
const HEADERS = { "Accept-Encoding": "gzip, deflate, br", "Accept-Language": "en-US,en;q=0.9" };

let address = 0;
const nextAddress = (): string => {
  address++;
  return `198.18.${Math.floor(address / 250) % 250}.${(address % 250) + 1}`;
};

const call = (server: ServerProcess, { path, headers, body }: BootCall): Promise<Response> =>
  fetch(`http://127.0.0.1:${server.port}${path}?app=${BENCH_APP.key}`, {
    method: "POST",
    decompress: false,
    headers: { ...HEADERS, ...headers, "X-Forwarded-For": nextAddress(), "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

const signed = (external_id: string): Promise<string> =>
  new SignJWT()
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(external_id)
    .setAudience(BENCH_APP.key)
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(BENCH_APP.secret));

const verified: Case = async (_, index) => {
  const token = await signed(`verified-${index}`);
  return { path: "/v1/boot", headers: { Authorization: `Bearer ${token}` }, body: ABOUT };
};

const CASES: Readonly<Record<string, Case>> = {
  async anonymous(server) {
    const first = await call(server, { path: "/v1/boot", headers: { "Accept-Encoding": "identity" }, body: ABOUT });
    // Cast: the server's own response.
    const { anonymous } = (await first.json()) as { anonymous: { token: string } };
    const headers = { Authorization: `Bearer ${anonymous.token}` };
    return { path: "/v1/boot", headers, body: { ...ABOUT, anonymous_token: anonymous.token } };
  },
  async identified(_, index) {
    const external_id = `person-${index}`;
    return { path: "/v1/identify", headers: {}, body: { ...ABOUT, external_id, attributes: { plan: "pro" } } };
  },
  verified,
  async unchanged(server, index) {
    const known = await verified(server, index);
    const tag = (await call(server, known)).headers.get("ETag") ?? "";
    return { ...known, headers: { ...known.headers, "If-None-Match": tag } };
  },
};

function bytesOf({ path, headers, body }: BootCall): Uint8Array {
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...{ Host: "127.0.0.1", ...HEADERS, ...headers, "X-Forwarded-For": nextAddress() },
    ...{ "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(text)) },
  }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`POST ${path}?app=${BENCH_APP.key} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${text}`);
}

async function perSecond(server: ServerProcess, requests: readonly Uint8Array[]): Promise<number> {
  const plan = { port: server.port, connections: CONNECTIONS, requests, expected: "HTTP/1.1 " };
  await sendRequests({ ...plan, rounds: WARM_UP_ROUNDS });
  const rates: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const before = await server.usage();
    const sent = await sendRequests({ ...plan, rounds: ROUNDS });
    const after = await server.usage();
    rates.push((sent / (after.cpu_us - before.cpu_us)) * 1_000_000);
  }
  return median(rates);
}

/** Hands the response of a call to the bare server. */
async function copyAnswer(ours: ServerProcess, bare: ServerProcess, example: BootCall): Promise<number> {
  const answer = await call(ours, example);
  const body = await answer.arrayBuffer();
  // The server adds these itself.
  const { date: _, "content-length": __, connection: ___, ...headers } = Object.fromEntries(answer.headers);
  await fetch(`http://127.0.0.1:${bare.port}/`, {
    method: "PUT",
    headers: { "X-Answer": JSON.stringify({ status: answer.status, headers }) },
    body,
  });
  return body.byteLength;
}

pinGenerator();
const ours = await startServer("content-server.ts");
const bare = await startServer("bare-boot.ts");
const rows: string[][] = [];
try {
  for (const [name, make] of Object.entries(CASES)) {
    const calls = await Promise.all(Array.from({ length: PEOPLE }, (_, index) => make(ours, index)));
    const [example] = calls;
    if (example === undefined) throw new Error("No calls.");
    const bytes = await copyAnswer(ours, bare, example);
    const requests = calls.map(bytesOf);
    const [rate, reference] = [await perSecond(ours, requests), await perSecond(bare, requests)];
    const ratio = rate / reference;
    rows.push([
      ...[name, `${bytes} B`, `${Math.round(rate)}/s`, `${Math.round(reference)}/s`, `${ratio.toFixed(2)} ×`],
      ...[`≥ ${GOAL} ×`, ratio >= GOAL ? "met" : "MISSED"],
    ]);
  }
} finally {
  await Promise.all([ours.stop(), bare.stop()]);
}
printTable(
  `Boots per second of CPU time with 50 live items of content (medians of ${RUNS} runs)`,
  ["case", "response", "Fanfare", "bare handler", "ratio", "goal", ""],
  rows,
);
