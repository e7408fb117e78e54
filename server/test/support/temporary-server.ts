import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clock, systemClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { type ContentFile, editionSchema } from "@fanfare/contract/schema/content/content";
import { SignJWT } from "jose";
import type { Passwords } from "../../src/accounts/sign-in/passwords.ts";
import { type Config, readConfig } from "../../src/config/config.ts";
import { jsonLog } from "../../src/lib/log.ts";
import { type RunningServer, start } from "../../src/main.ts";
import { findUndocumented } from "./undocumented-responses.ts";

export const OWNER = { email: "owner@example.com", password: "a long pass phrase" };
export const APP = { id: "1001", key: "shop", secret: "the-secret-of-the-first-app" };

/** For tests that don't depend on password hashing. */
export const QUICK_PASSWORDS: Passwords = {
  hash: async (password) => `quick ${Bun.hash(password)}`,
  matches: async (password, hash) => hash === `quick ${Bun.hash(password)}`,
};

export interface TemporaryServer extends RunningServer {
  readonly config: Config;
  /** `http://127.0.0.1:{port}`. */
  readonly origin: string;
  readonly lines: readonly string[];
  browser(): TestBrowser;
  ownerBrowser(): Promise<TestBrowser>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Client like a page of the console: keeps cookies, sends its origin and JSON, and validates every `/api` response
 * against the OpenAPI description.
 */
export interface TestBrowser {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>;
  readonly cookies: Map<string, string>;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Body as JSON. Tests check the presence of fields they read. */
  // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of the response
  readonly json: any;
}

/**
 * The real server on a free port with a data directory of its own; disposing stops it and removes every trace.
 *
 * @example
 * await using server = await startTemporaryServer();
 * const owner = await server.ownerBrowser();
 * await owner.call("GET", "/api/me");
 */
export async function startTemporaryServer(
  options: {
    readonly environment?: Readonly<Record<string, string>>;
    readonly clock?: Clock;
    readonly contents?: ContentFile;
    readonly root?: string;
    /** Uses Argon2id. By default a fast hash, because most tests don't depend on passwords. */
    readonly real_passwords?: boolean;
    /** Overrides both. */
    readonly passwords?: Passwords;
    readonly data_dir?: string;
  } = {},
): Promise<TemporaryServer> {
  const directory = options.data_dir ?? mkdtempSync(join(tmpdir(), "fanfare-server-"));
  const config = readConfig(
    {
      FANFARE_PORT: "0",
      FANFARE_DATA_DIR: directory,
      FANFARE_APP_ID: APP.id,
      FANFARE_APP_KEY: APP.key,
      FANFARE_APP_SECRET: APP.secret,
      FANFARE_OWNER_EMAIL: OWNER.email,
      FANFARE_OWNER_PASSWORD: OWNER.password,
      ...options.environment,
    },
    directory,
  );
  const lines: string[] = [];
  const clock = options.clock ?? systemClock;
  const log = jsonLog({ clock, level: "debug", write: (line) => lines.push(line) });
  const passwords = options.passwords ?? (options.real_passwords === true ? undefined : QUICK_PASSWORDS);
  const { contents, root } = options;
  const running = await start(config, { clock, rng: systemRng, log, contents, root, passwords });
  const origin = `${config.tls === undefined ? "http" : "https"}://127.0.0.1:${running.port}`;
  const page_origin = config.public_url === undefined ? origin : new URL(config.public_url).origin;
  const browser = (): TestBrowser => openBrowser(origin, page_origin);
  return {
    ...running,
    config,
    origin,
    lines,
    browser,
    async ownerBrowser() {
      const page = browser();
      const { status, text } = await page.call("POST", "/api/sign-in", OWNER);
      if (status !== 200) throw new Error(`The owner could not sign in: ${text}`);
      return page;
    },
    async [Symbol.asyncDispose]() {
      await running.stop();
      if (options.data_dir === undefined) rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Signed in as an editor that the owner invited. */
export async function editorBrowser(owner: TestBrowser, server: TemporaryServer): Promise<TestBrowser> {
  const { json } = await owner.call("POST", "/api/invites", { email: "grace@example.com", role: "editor" });
  const token = new URL(json.url).searchParams.get("token");
  const editor = server.browser();
  await editor.call("POST", "/api/invites/accept", { token, name: "Grace", password: OWNER.password });
  return editor;
}

/** Proves to the server who a person is, as a customer's back end does. */
export function identityToken(
  external_id: string,
  secret = APP.secret,
  claims: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(external_id)
    .setAudience(APP.key)
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(secret));
}

/** `page_origin`: the console's, if browsers reach the server through a proxy. */
export function openBrowser(origin: string, page_origin = origin): TestBrowser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async call(method, path, body, headers = {}) {
      const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
      const response = await fetch(`${origin}${path}`, {
        method,
        redirect: "manual",
        headers: {
          Origin: page_origin,
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...(cookie === "" ? {} : { Cookie: cookie }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      for (const set of response.headers.getSetCookie()) storeCookie(cookies, set);
      const text = await response.text();
      const wrong = findUndocumented(method, path, { status: response.status, headers: response.headers, text });
      if (wrong !== undefined) throw new Error(`This is not what the API is described as: ${wrong}`);
      const is_json = /[/+]json/.test(response.headers.get("Content-Type") ?? "");
      return { status: response.status, headers: response.headers, text, json: is_json ? JSON.parse(text) : undefined };
    },
  };
}

function storeCookie(cookies: Map<string, string>, set: string): void {
  const [pair = "", ...attributes] = set.split("; ");
  const [name = "", value = ""] = pair.split("=");
  if (attributes.includes("Max-Age=0")) cookies.delete(name);
  else cookies.set(name, value);
}

export function sampleTour(title: string): ContentFile["contents"][number]["edition"] {
  return editionSchema.parse({
    body: {
      type: "tour",
      steps: [{ id: "hello", kind: "centered", title, blocks: [{ kind: "paragraph", spans: [{ text: "Look." }] }] }],
    },
  });
}
