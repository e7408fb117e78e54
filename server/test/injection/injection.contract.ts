import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clock, systemClock } from "@fanfare/contract/lib/clock";
import { createCsvReader } from "@fanfare/contract/lib/csv";
import type { AppId } from "@fanfare/contract/lib/ids";
import { seededRng, systemRng } from "@fanfare/contract/lib/rng";
import { HOUR_MS } from "@fanfare/contract/limits";
import { requestSignatureText } from "@fanfare/contract/realtime/signature";
import { EXPORTED_LISTS, EXPORTED_TABLES } from "@fanfare/contract/schema/analytics/funnel";
import { createMember } from "../../src/accounts/members/members.ts";
import { hmacHex } from "../../src/lib/signing.ts";
import type { Schema } from "../../src/store/schema/schema.ts";
import { createSampleData } from "../support/api-sample-data.ts";
import { sampleRows } from "../support/sample-rows.ts";
import { openSmtpInbox } from "../support/smtp-inbox.ts";
import {
  APP,
  QUICK_PASSWORDS,
  startTemporaryServer,
  type TemporaryServer,
  type TestBrowser,
} from "../support/temporary-server.ts";
import { MARK } from "./corpus.ts";
import { type InjectedCall, injectedCalls, type KnownValues } from "./injected-calls.ts";

const NIGHTLY = process.env["NIGHTLY"] !== undefined;
const SEED = Number(process.env["FANFARE_FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 32));
/** Time between calls, on the server's clock: slower than every rate limit. */
const APART_MS = 200;
const TIMEOUT_MS = 20_000;
const ROW_CHARS_MAX = 10_000_000;
/** At the start of a cell, or after a separator of another locale. */
const FORMULA = /(^|[;\t\r\n])[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * Rules of untrusted text in every string of every route. The nightly run makes all calls.
 *
 * @param environment Of the server.
 * @param sample Number of calls in other runs, chosen at random.
 */
export function injectionContract(environment: () => Promise<Readonly<Record<string, string>>>, sample = 1_000): void {
  test(`no text in any string of any route takes effect (seed ${SEED})`, async () => {
    let skew_ms = 0;
    const clock: Clock = { ...systemClock, now: () => systemClock.now() + skew_ms };
    await using mailbox = await openSmtpInbox({ authOptional: true, disabledCommands: ["STARTTLS"] });
    await using server = await startTemporaryServer({ clock, environment: await environment() });
    const owner = await server.ownerBrowser();
    const known = await knownValues(server, owner);
    await prepareMail(owner, mailbox.port);
    const victim = await createVictim(server, owner);
    const before = await victim.rows();
    // A backup can be requested, too.
    const files = [...readdirSync(server.config.data_dir), "backups", "last-backup.json"];

    const rng = seededRng(SEED);
    const all = injectedCalls(known, rng);
    const share = NIGHTLY ? 1 : sample / all.length;
    const calls = all.filter(() => rng.next() < share);
    const statuses = new Map<number, number>();
    let page = owner;
    const effects: string[] = [];
    for (const call of calls) {
      skew_ms += APART_MS;
      const { status, headers, text } = await send(server, page, call);
      const what = `Seed ${SEED}: ${call.what} was answered ${status}: ${text.slice(0, 300)}`;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 500) effects.push(what);
      if (text.includes("sign_in_required")) {
        skew_ms += HOUR_MS;
        page = await server.ownerBrowser();
      }
      if ([...headers.keys(), headers.get("Set-Cookie") ?? ""].some((each) => each.includes(MARK))) effects.push(what);
      if (/root:.*:0:0:|\[fonts\]/.test(text) || "polluted" in {}) effects.push(what);
    }

    expect(effects).toEqual([]);
    // Injection that is never accepted proves little.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(calls.length / 50);
    expect(await victim.rows()).toEqual(before);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(MARK in globalThis).toBe(false);
    expect([existsSync(join(tmpdir(), MARK)), existsSync(join(server.config.data_dir, `../${MARK}`))]).toEqual([
      false,
      false,
    ]);
    expect(readdirSync(server.config.data_dir).filter((name) => !files.includes(name))).toEqual([]);
    assertLogIntact(server.lines);
    for (const { to, raw } of mailbox.emails) {
      expect(to.filter((address) => address.includes(MARK) && !address.startsWith(MARK))).toEqual([]);
      expect((raw.split("\r\n\r\n")[0] ?? "").match(/^(bcc|x-injected\w*):/im)).toBeNull();
    }
    await assertExportsHarmless(page);
  }, 3_600_000);
}

/** One line is one event, and no event has a name that a caller chose. */
function assertLogIntact(lines: readonly string[]): void {
  for (const line of lines) {
    expect(line.trimEnd()).not.toMatch(/\p{Cc}|\u2028/u);
    expect(JSON.parse(line).event).not.toContain(MARK);
  }
  const errors = lines.filter((line) => JSON.parse(line).level === "error");
  // On a busy machine, sealing may wait for the database for too long. It is repeated.
  expect(
    errors.filter((line) => !/"audit_not_sealed".*(?:didn't respond within|idle-in-transaction timeout)/.test(line)),
  ).toEqual([]);
}

async function knownValues(server: TemporaryServer, owner: TestBrowser): Promise<KnownValues> {
  const bodies = new Map<string, unknown>();
  const recording: TestBrowser = {
    ...owner,
    async call(method, path, body, headers) {
      const answer = await owner.call(method, path, body, headers);
      const route = path.replace(/\?.*/, "").replaceAll(/\/(?:[a-z]{3}_[0-9a-f-]{36}|1001|ada|0)(?=\/|$)/g, "/{id}");
      if (answer.status < 300 && body !== undefined) bodies.set(`${method} ${route}`, body);
      return answer;
    },
  };
  const paths = await createSampleData(server, recording);
  const people = bodies.get("PUT /api/people/{id}");
  bodies.set("PUT /api/people/{external_id}", people);
  bodies.set("PATCH /api/people/{external_id}", bodies.get("PATCH /api/people/{id}"));
  bodies.set("PUT /api/groups/{external_id}", bodies.get("PUT /api/groups/acme"));
  bodies.set("PUT /api/people/{external_id}/groups/{group_id}", bodies.get("PUT /api/people/{id}/groups/acme"));
  bodies.set("POST /api/people/{external_id}/suppressions", bodies.get("POST /api/people/{id}/suppressions"));
  const names = {
    ...{ app_id: APP.id, app: APP.key, external_id: "ada", email: "ada@x.test", socket_id: "1.1", channel: "news" },
    ...{ content_id: paths["contents"]?.["id"] ?? "", version_id: paths["contents"]?.["version_id"] ?? "" },
    ...{
      url: "https://shop.example/",
      from: "2026-11-01",
      to: "2026-11-23",
      segment_id: paths["segments"]?.["id"] ?? "",
    },
  };
  return { paths: { ...paths, [APP.id]: { name: "news" } }, names, bodies };
}

async function prepareMail(owner: TestBrowser, port: number): Promise<void> {
  const mail = { host: "127.0.0.1", port, security: "none", user: null, from: "tours@x.test", from_name: "Tours" };
  expect((await owner.call("PUT", "/api/mail", mail)).status).toBe(200);
}

const WORKSPACE_ROWS = ["members", "segments", "themes"] as const;

/** Another app with data, and rows of the workspace that no call names. */
async function createVictim({ fanfare: { store } }: TemporaryServer, owner: TestBrowser) {
  const member = { email: "victim@x.test", name: "Victim", role: "viewer", password: "a long pass phrase" } as const;
  await createMember({ clock: systemClock, rng: systemRng, store, passwords: QUICK_PASSWORDS }, member);
  const { json: app } = await owner.call("POST", "/api/apps", { name: "Victim", key: "victim" });
  const query = `?app_id=${app.id}`;
  await owner.call("PUT", `/api/people/vic${query}`, { attributes: { name: "Vic" } });
  await owner.call("PUT", `/api/groups/vics${query}`, { attributes: { name: "Vics" } });
  await owner.call("PUT", `/api/people/vic/groups/vics${query}`, { attributes: {} });
  await owner.call("POST", "/api/goals", { app_id: app.id, name: "Won", event_name: "won" });
  await owner.call("POST", "/api/webhooks", { app_id: app.id, url: "http://127.0.0.1:9/victim" });
  // Cast: an ID that the server made.
  const app_id = app.id as AppId;
  const tables = Object.entries(sampleRows("x")).filter(([, row]) => "app_id" in row);
  return {
    async rows() {
      const of_app = tables.map(async ([table]) => {
        // Casts: one loop over tables whose rows have an app.
        const query = store.db
          .selectFrom(table as "people")
          .selectAll()
          .where("app_id", "=", app_id);
        return [table, (await query.execute()).map((row) => JSON.stringify(row)).toSorted()] as const;
      });
      const workspace = WORKSPACE_ROWS.map(async (table) => {
        const rows = await store.db
          .selectFrom(table as keyof Schema)
          .selectAll()
          .execute();
        return [table, rows.map((row) => JSON.stringify(row)).filter((row) => /victim/i.test(row))] as const;
      });
      // The audit log records calls about every app.
      const found = await Promise.all([...of_app, ...workspace]);
      return Object.fromEntries(found.filter(([table]) => table !== "audit_entries"));
    },
  };
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function send({ origin }: TemporaryServer, page: TestBrowser, call: InjectedCall): Promise<Answer> {
  const { method, route, path, body, is_form } = call;
  const cookie = [...page.cookies].map((pair) => pair.join("=")).join("; ");
  const type = is_form ? "application/x-www-form-urlencoded" : "application/json";
  const text = body === undefined ? undefined : is_form ? formOf(body) : JSON.stringify(body);
  const headers: Record<string, string> = {
    ...(text === undefined ? {} : { "Content-Type": type }),
    ...(route.startsWith("/api/") ? { Cookie: cookie, Origin: origin } : {}),
    ...(route.startsWith("/api/") && method !== "GET" ? await currentTag(origin, cookie, path) : {}),
    ...call.headers,
  };
  const url = route.startsWith("/apps/") ? signed(method, path, text ?? "") : path;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const init = { method, headers, signal, redirect: "manual" as const };
  const response = await fetch(`${origin}${url}`, text === undefined ? init : { ...init, body: text });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** `If-Match` for a resource that can be read at the same path. */
async function currentTag(origin: string, cookie: string, path: string): Promise<Record<string, string>> {
  if (path.length > 2_000) return {};
  const response = await fetch(`${origin}${path}`, { headers: { Cookie: cookie, Origin: origin } });
  await response.body?.cancel();
  const tag = response.headers.get("ETag");
  return tag === null ? {} : { "If-Match": tag };
}

function formOf(body: unknown): string {
  const pairs = Object.entries(body ?? {}).map(([name, value]) => [name, String(value).toWellFormed()]);
  return new URLSearchParams(pairs).toString();
}

/** Signed as a backend does it, with this text in it. */
function signed(method: string, path: string, body: string): string {
  const [pathname = "", search = ""] = path.split("?");
  const query = new Map<string, string>([
    ...new URLSearchParams(search),
    ["auth_key", APP.key],
    ["auth_timestamp", String(Math.floor(Date.now() / 1_000))],
    ["auth_version", "1.0"],
  ]);
  if (body !== "") query.set("body_md5", Bun.MD5.hash(body, "hex"));
  query.set("auth_signature", hmacHex(APP.secret, requestSignatureText(method, pathname, query)));
  return `${pathname}?${new URLSearchParams([...query])}`;
}

/** Every file for spreadsheets that lists what the calls left behind. */
async function assertExportsHarmless(page: TestBrowser): Promise<void> {
  const query = `app_id=${APP.id}`;
  const paths = [
    ...[...EXPORTED_TABLES, ...EXPORTED_LISTS].map((table) => `/api/exports?${query}&table=${table}&format=csv`),
    ...["/api/audit/export?format=csv", "/api/translations/file?language=fr"],
  ];
  let read = 0;
  for (const path of paths) {
    const { status, text, headers } = await page.call("GET", path);
    expect([path, status]).toEqual([path, 200]);
    expect(headers.get("Content-Type")).toContain("csv");
    const reader = createCsvReader(ROW_CHARS_MAX);
    const rows = [...reader.push(text), ...reader.end()];
    read += rows.length;
    expect(rows.flatMap(({ fields }) => fields).filter((field) => FORMULA.test(field))).toEqual([]);
  }
  expect(read).toBeGreaterThan(paths.length);
}
