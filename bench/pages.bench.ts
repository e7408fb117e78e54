/**
 * Latency from a publish, or from an app's kill switch, to the last of 1,000 open pages. Each page runs the SDK's live
 * client and decisions over real sockets and HTTP, with its own IP address.
 *
 *   npm run bench pages
 */
import { loadavg } from "node:os";
import { systemClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { EVERYONE_CHANNEL } from "@fanfare/contract/realtime/channel";
import { CONTENT_CHANGED, type ContentChanged } from "@fanfare/contract/schema/client/v1";
import type { ContentFile } from "@fanfare/contract/schema/content/content";
import { createDecisions, type Decisions } from "@fanfare/sdk/engage/decide/decisions";
import { createIdentity } from "@fanfare/sdk/net/identity";
import { createNet } from "@fanfare/sdk/net/net";
import { createRealtimeClient, realtimeUrl } from "@fanfare/sdk/realtime/realtime-client";
import { webSocketConnect } from "@fanfare/sdk/realtime/transport";
import { APP, OWNER, startTestServer, type TestServer } from "../e2e/support/test-server.ts";
import { memoryStorage } from "../sdk/test/support/fixtures.ts";
import { median, quantile } from "./statistics.ts";
import { printTable } from "./table.ts";

const PAGES = Number(process.env["PAGES"] ?? 1_000);
const OPENED_AT_ONCE = 50;
const RUNS = 5;
const PUBLISH_GOAL_MS = 2_000;
const KILL_GOAL_MS = 1_000;
const TIMEOUT_MS = 30_000;

const tour = (title: string) => ({
  body: { type: "tour", steps: [{ kind: "centered", id: "s", title, blocks: [] }] },
  targeting: { urls: { include: [], exclude: [] } },
});
const CONTENTS = {
  contents: [{ slug: "welcome", name: "Welcome", edition: tour("Hello") }],
} as unknown as ContentFile; // The server validates it.

interface OpenPage {
  readonly decisions: Decisions;
  changed: () => void;
  /** Diagnostics for pages that miss an update: last connection state, and last version received. */
  live: string;
  received: number;
  close(): void;
}

async function openPage(server: TestServer, index: number): Promise<OpenPage> {
  const clock = systemClock;
  const rng = systemRng;
  const identity = createIdentity(APP.key, memoryStorage(), () => {});
  const from = `198.18.${Math.floor(index / 250)}.${(index % 250) + 1}`;
  const fetchDocument = ((url: string, init?: RequestInit) =>
    fetch(url, { ...init, headers: { ...init?.headers, "X-Forwarded-For": from } })) as typeof fetch; // Only the call signature is used.
  const net = createNet({
    host: server.url,
    key: APP.key,
    fetch: fetchDocument,
    clock,
    identity,
    cookies: () => false,
  });
  const page = { changed: () => {}, live: "never open", received: -1 };
  const decisions = createDecisions(
    { clock, rng, net, identity, preferences: {}, flush: async () => {}, readConfirmed: async () => undefined },
    {
      changed: () => page.changed(),
      onSilence: (answer) => void (answer.kind === "refused" && Promise.reject(new Error(answer.detail))),
    },
  );
  const entered = Promise.withResolvers<void>();
  const live = createRealtimeClient({
    ...{ clock, rng, connect: webSocketConnect(WebSocket), url: realtimeUrl(server.url, APP.key) },
    authorize: () => Promise.reject(new Error("No page of this enters a private channel.")),
    invoke: (listener, data) => listener(data),
    onVersion: (version) => {
      page.received = version;
      decisions.onVersionSignal(version, limits.change_spread_ms);
    },
    onState: (state) => {
      page.live = state;
    },
  });
  const everyone = live.channel(EVERYONE_CHANNEL);
  everyone.on("pusher:subscription_succeeded", () => entered.resolve());
  everyone.on(CONTENT_CHANGED, (data) => {
    // The server sends nothing else under this name.
    const { config_version, spread_ms } = data as ContentChanged;
    page.received = config_version;
    decisions.onVersionSignal(config_version, spread_ms);
  });
  await decisions.load();
  live.open();
  await entered.promise;
  return Object.assign(page, {
    decisions,
    close() {
      live.stop();
      decisions.stop();
    },
  });
}

/**
 * Diagnoses a timeout: whether a page missed the signal, or the machine was overloaded. A page that received the
 * version and requests it lost nothing. A process with a fraction of a core had no chance.
 */
function whyNot({ live, received, decisions }: OpenPage, pages_left: number, since: NodeJS.CpuUsage): string {
  const { user, system } = process.cpuUsage(since);
  const share = (user + system) / 1_000 / TIMEOUT_MS;
  const has = decisions.current()?.app.config_version;
  return `${pages_left} pages do not know it after ${TIMEOUT_MS / 1_000} s. One of them: live ${live}, told of version ${received}, has ${has}. The pages' process had ${share.toFixed(2)} of a core; the load of the machine is ${loadavg()[0]?.toFixed(1)}.`;
}

/** Sorted delays in milliseconds from the start of `act` until `knows` is true for each page. */
async function delaysOf(
  pages: readonly OpenPage[],
  act: () => Promise<unknown>,
  knows: (page: OpenPage) => boolean,
): Promise<readonly number[]> {
  const delays: number[] = [];
  const began = performance.now();
  const cpu = process.cpuUsage();
  const all = Promise.all(
    pages.map(
      (page) =>
        new Promise<void>((resolve, reject) => {
          const timer = setTimeout(
            () => reject(new Error(whyNot(page, pages.length - delays.length, cpu))),
            TIMEOUT_MS,
          );
          page.changed = () => {
            if (!knows(page)) return;
            clearTimeout(timer);
            delays.push(performance.now() - began);
            page.changed = () => {};
            resolve();
          };
        }),
    ),
  );
  await act();
  await all;
  return delays;
}

const server = await startTestServer({ demo: false, contents: CONTENTS });
const pages: OpenPage[] = [];
try {
  const headers = { "content-type": "application/json", origin: server.url };
  const signed = await fetch(`${server.url}/api/sign-in`, { method: "POST", headers, body: JSON.stringify(OWNER) });
  const cookie = (signed.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const api = async (method: string, path: string, body?: unknown, tag?: string): Promise<Response> => {
    const answer = await fetch(`${server.url}/api/${path}`, {
      method,
      headers: { ...headers, cookie, ...(tag === undefined ? {} : { "if-match": tag }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer;
  };
  // Cast: list response of the contract.
  const list = (await (await api("GET", `contents?app_id=${APP.id}`)).json()) as { items: { id: string }[] };
  const content = `contents/${list.items[0]?.id}`;
  for (let start = 0; start < PAGES; start += OPENED_AT_ONCE) {
    const batch = Array.from({ length: OPENED_AT_ONCE }, (_, offset) => openPage(server, start + offset));
    pages.push(...(await Promise.all(batch)));
  }

  const titleOf = ({ decisions }: OpenPage): string => JSON.stringify(decisions.current()?.decisions[0]?.edition.body);
  const tagOf = async (path: string): Promise<string> => (await api("GET", path)).headers.get("etag") ?? "";
  const published: number[] = [];
  const killed: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const title = `Hello ${run}`;
    const address = `${content}?app_id=${APP.id}`;
    await api("PATCH", address, { draft: tour(title) }, await tagOf(address));
    const tag = await tagOf(address);
    const delays = await delaysOf(
      pages,
      () => api("POST", `${content}/publish`, { app_id: APP.id }, tag),
      (page) => titleOf(page).includes(title),
    );
    published.push(quantile([...delays], 0.95));
    for (const paused of [true, false]) {
      const app_tag = await tagOf(`apps/${APP.id}`);
      const off = await delaysOf(
        pages,
        () => api("PATCH", `apps/${APP.id}`, { paused }, app_tag),
        ({ decisions }) => decisions.current()?.app.paused === paused,
      );
      if (paused) killed.push(Math.max(...off));
    }
  }
  const loaded = loadavg()[0]?.toFixed(1);
  const row = (what: string, ms: number, goal_ms: number) => [
    ...[what, `${ms.toFixed(0)} ms`, `≤ ${goal_ms} ms`, ms <= goal_ms ? "met" : "MISSED"],
  ];
  printTable(
    `Until ${PAGES} open pages know it (medians of ${RUNS} runs; server and pages share the machine, whose load is ${loaded})`,
    ["what", "Fanfare", "goal", ""],
    [
      row("a publish, 95 of 100 pages", median(published), PUBLISH_GOAL_MS),
      row("the kill switch, the last page", median(killed), KILL_GOAL_MS),
    ],
  );
} finally {
  for (const page of pages) page.close();
  await server.stop();
}
