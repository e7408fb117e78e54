/**
 * Publish requests over HTTP per core, with signature check. Compared with a bare Bun handler that parses and responds
 * to the same body.
 *
 *   npm run bench publish.bench
 */
import { publishRequest } from "./clients/publish-request.ts";
import { sendRequests } from "./clients/requests.ts";
import { pinGenerator, startServer } from "./server-process.ts";
import { median } from "./statistics.ts";
import { printTable } from "./table.ts";

const RUNS = 5;
const CONNECTIONS = 32;
const ROUNDS = 40;
/** Rounds until JIT warm-up is complete. The reference needs a tenth of that. */
const WARM_UP_ROUNDS = 60;
const GOAL = 0.55;

/** Requests per second of CPU time of the server process. */
async function runOf(file: string): Promise<number> {
  const server = await startServer(file);
  const requests = Array.from({ length: 32 }, (_, index) => publishRequest(index));
  const plan = { port: server.port, connections: CONNECTIONS, requests, expected: "HTTP/1.1 200" };
  try {
    await sendRequests({ ...plan, rounds: WARM_UP_ROUNDS });
    const before = await server.usage();
    const sent = await sendRequests({ ...plan, rounds: ROUNDS });
    const after = await server.usage();
    return (sent / (after.cpu_us - before.cpu_us)) * 1_000_000;
  } finally {
    await server.stop();
  }
}

pinGenerator();
const reference: number[] = [];
const ours: number[] = [];
for (let run = 0; run < RUNS; run++) {
  reference.push(await runOf("bare-http.ts"));
  ours.push(await runOf("test-server.ts"));
}
const ratio = median(ours) / median(reference);
printTable(
  `Publish requests per second and core (medians of ${RUNS} runs)`,
  ["case", "Fanfare", "bare handler", "ratio", "goal", ""],
  [
    [
      "POST /apps/{id}/events, signed",
      `${Math.round(median(ours))}/s`,
      `${Math.round(median(reference))}/s`,
      `${ratio.toFixed(2)} ×`,
      `≥ ${GOAL} ×`,
      ratio >= GOAL ? "met" : "MISSED",
    ],
  ],
);
