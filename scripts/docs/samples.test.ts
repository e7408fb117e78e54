import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { APP, startTemporaryServer } from "../../server/test/support/temporary-server.ts";
import { capture, ROOT } from "../terminal.ts";
import { CHAPTERS } from "./pages.ts";
import { codeBlocks } from "./samples.ts";

// Starting processes can exceed the default on busy machines.
setDefaultTimeout(60_000);

/** Tokens, channel signatures, and events from the standard library of each language. */
const LANGUAGES: Readonly<Record<string, readonly string[]>> = { Python: ["python3", "examples/python/fanfare.py"] };
const NIGHTLY_LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  PHP: ["php", "examples/php/command.php"],
  Ruby: ["ruby", "examples/ruby/fanfare.rb"],
  Go: ["go", "run", "examples/go/fanfare.go"],
};
/** Go compiles for seconds. */
const IS_NIGHTLY = process.env["NIGHTLY"] !== undefined;

/** Subscribes over a socket with the response of an authorization endpoint. Returns the first event of the channel. */
async function subscribe(origin: string, channel: string, authorize: (socket_id: string) => Promise<string>) {
  const socket = new WebSocket(`${origin.replace("http", "ws")}/app/${APP.key}?protocol=7`);
  const { promise, resolve } = Promise.withResolvers<string>();
  socket.onmessage = async ({ data }) => {
    const event = JSON.parse(String(data));
    if (event.event === "pusher:connection_established") {
      const { auth } = JSON.parse(await authorize(JSON.parse(event.data).socket_id));
      socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel, auth } }));
    } else resolve(event.event);
  };
  const first = await promise;
  socket.close();
  return first;
}

for (const [language, command] of Object.entries(IS_NIGHTLY ? { ...LANGUAGES, ...NIGHTLY_LANGUAGES } : LANGUAGES)) {
  test(`the server accepts tokens, channel signatures, and events of ${language}`, async () => {
    await using server = await startTemporaryServer();
    const environment = {
      ...{
        SERVER_URL: server.origin,
        FANFARE_APP_ID: APP.id,
        FANFARE_APP_KEY: APP.key,
        FANFARE_APP_SECRET: APP.secret,
      },
    };
    const token = await capture([...command, "token", "u_42"], environment);
    expect(token.code).toBe(0);
    const identify = (authorization: string): Promise<Response> =>
      fetch(`${server.origin}/v1/identify?app=${APP.key}`, {
        method: "POST",
        headers: { Authorization: authorization, "Content-Type": "application/json" },
        body: JSON.stringify({ external_id: "u_42", attributes: {} }),
      });
    expect(await identify(`Bearer ${token.output}x`).then(({ status }) => status)).toBe(401);
    const accepted = await identify(`Bearer ${token.output}`);
    expect([accepted.status, await accepted.json()]).toMatchObject([200, { person: { verified: true } }]);

    const sign = (socket_id: string, channel: string) =>
      capture([...command, "channel", socket_id, channel], environment).then(({ output }) => output);
    const join = (signed: string) => subscribe(server.origin, "private-orders", (socket_id) => sign(socket_id, signed));
    expect(await join("private-orders")).toBe("pusher_internal:subscription_succeeded");
    expect(await join("private-invoices")).toBe("pusher:subscription_error");

    const publish = [...command, "publish", "private-group-staff", "order.shipped", "{}"];
    expect(await capture(publish, environment)).toMatchObject({ code: 0 });
    if (language === "Python")
      expect(await capture(["python3", "examples/python/ship.py"], environment)).toMatchObject({ code: 0 });
    const refused = await capture(publish, { ...environment, FANFARE_APP_SECRET: "another" });
    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain("401");
  });
}

const FILES = CHAPTERS.flatMap(({ pages }) => pages).flatMap(({ source }) => ("file" in source ? [source.file] : []));
const COMMANDS = join(ROOT, "server/src/commands");

const blocks = (...languages: readonly string[]) => codeBlocks(FILES, ...languages);

/** Source of a command: a file, or a folder. Undefined if it doesn't exist. */
function commandSource(name: string): string | undefined {
  const [file, folder] = [join(COMMANDS, `${name}.ts`), join(COMMANDS, name)];
  const more = existsSync(folder) ? readdirSync(folder).map((each) => readFileSync(join(folder, each), "utf8")) : [];
  if (existsSync(file)) return [readFileSync(file, "utf8"), ...more].join("\n");
  return more.length === 0 ? undefined : more.join("\n");
}

test("commands in documents exist, with their options", () => {
  const lines = blocks("sh").flatMap(({ at, code }) => code.split("\n").map((line) => ({ at, line })));
  const calls = lines.flatMap(({ at, line }) => {
    const [, name, rest = ""] = /(?:^\s*|&& )(?:sudo |npx |\.\/)?fanfare ([a-z-]+)([^#]*)/.exec(line) ?? [];
    return name === undefined
      ? []
      : [{ at, name, options: [...rest.matchAll(/ --([a-z-]+)/g)].map((each) => each[1]) }];
  });
  expect(calls.length).toBeGreaterThan(20);
  const wrong = calls.flatMap(({ at, name, options }) => {
    const source = commandSource(name);
    if (source === undefined) return [`${at}: fanfare ${name}`];
    const known = (option = ""): boolean => new RegExp(`["']?${option}["']?: \\{|--${option}\\b`).test(source);
    return options.filter((option) => !known(option)).map((option) => `${at}: fanfare ${name} --${option}`);
  });
  expect(wrong).toEqual([]);
});

test("JSON in documents is valid", () => {
  const invalid = blocks("json").filter(({ code }) => {
    try {
      JSON.parse(code);
      return false;
    } catch {
      return true;
    }
  });
  expect(invalid.map(({ at }) => at)).toEqual([]);
});

/** Commands, whose names and options a test checks, and what isn't code. */
const CHECKED_IN_PLACE: ReadonlySet<string> = new Set(["sh", "text", "mermaid"]);
/** Tests that take code out of a document and run it. */
const RUN_BY: Readonly<Record<string, string>> = {
  "docs/webhooks.md json": "scripts/docs.ts",
  "docs/SDK.md html": "e2e/install.web.ts",
  "docs/guides/plain-pages.md html": "e2e/install.web.ts",
  "docs/operations/scale-out.md nginx": "server/test/protocol/proxies.redis.test.ts",
  "docs/operations/scale-out.md haproxy": "server/test/protocol/proxies.redis.test.ts",
};
/** Blocks that nothing runs, by their first line, each with its reason. */
const NOT_RUN: Readonly<Record<string, string>> = {
  ":root {": "One property of a page's own style sheet.",
  "15 3 * * *  cd /srv/fanfare && npx fanfare backup --to /mnt/backup/fanfare-$(date +\\%F)":
    "A line of an operator's crontab.",
  'transaction.on_commit(lambda: publish("private-group-staff", "order.shipped", {"number": order.number}))':
    "Part of an application of the reader.",
  "class FanfareController < ApplicationController": "Rails can't be installed from system packages alone.",
  '<script type="module" nonce="<%= content_security_policy_nonce %>" data-turbo-track="reload">': "As above.",
  'after_commit { publish("private-group-staff", "order.shipped", { number: number }) }': "As above.",
  'Pusher.app_id = ENV.fetch("FANFARE_APP_ID")': "The gem isn't a system package.",
  'declare module "@fanfare/sdk" {': "Types, which nothing runs. A test in sdk/package compiles their like.",
  "location / {": "Part of a configuration. Its complete form is in scale-out.md.",
};

test("code in documents is from a file that runs, is checked in place, or has a reason", () => {
  const loose = FILES.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    return [...text.matchAll(/^( *)```(\w+)\n([\s\S]*?)\n *```$/gm)].flatMap(
      ({ index, 2: language = "", 3: code = "" }) => {
        const is_sample = /<!-- sample: [^>]* -->$/.test(text.slice(0, index).trimEnd());
        const is_run = CHECKED_IN_PLACE.has(language) || RUN_BY[`${file} ${language}`] !== undefined;
        if (is_sample || is_run) return [];
        return [code.split("\n")[0] ?? ""];
      },
    );
  });
  expect(loose.sort()).toEqual(Object.keys(NOT_RUN).sort());
  expect(loose.length).toBeLessThanOrEqual(10);
  for (const [key, path] of Object.entries(RUN_BY)) {
    const [document = ""] = key.split(" ");
    expect([key, readFileSync(join(ROOT, path), "utf8").includes(document)]).toEqual([key, true]);
  }
});
