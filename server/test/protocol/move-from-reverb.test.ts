import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../src/cli.ts";
import { startTemporaryServer } from "../support/temporary-server.ts";
import { startNode } from "./clients/node-process.ts";
import { startPusherServer } from "./clients/pusher-server.ts";
import { startAuthEndpoint } from "./support/auth-endpoint.ts";
import { eventually } from "./support/test-server.ts";

/** What the application of a customer has, and keeps. */
const CREDENTIALS = { appId: "4711", key: "reverb-key", secret: "reverb-secret" };
const VARIABLES = `APP_NAME=Shop
REVERB_APP_ID=${CREDENTIALS.appId}
REVERB_APP_KEY=${CREDENTIALS.key}
REVERB_APP_SECRET=${CREDENTIALS.secret}
REVERB_HOST=reverb.shop.example
REVERB_MAX_REQUEST_SIZE=50000
`;

test("Echo and Pusher's library of a Reverb application change only host and port", async () => {
  const directory = mkdtempSync(join(tmpdir(), "fanfare-reverb-"));
  await using server = await startTemporaryServer();
  writeFileSync(join(directory, ".env"), VARIABLES);
  let out = "";
  const doctor = (...args: readonly string[]) =>
    run(["doctor", "--from", "reverb", "--json", ...args], {
      environment: { FANFARE_DATA_DIR: server.config.data_dir, FANFARE_PORT: String(server.port) },
      ...{ directory, ask: undefined, printError: (text) => expect(text).toBe("") },
      print: (text) => {
        out = text;
      },
    });
  expect(await doctor("--dry-run")).toBe(0);
  expect(JSON.parse(out).apps).toMatchObject([{ outcome: "planned", secret: CREDENTIALS.secret }]);
  expect(await doctor()).toBe(0);
  expect(out).not.toContain(CREDENTIALS.secret);
  expect(JSON.parse(out)).toMatchObject({
    apps: [{ name: "Shop", id: "4711", outcome: "created" }],
    connect: { host: "127.0.0.1", port: server.port, scheme: "http" },
  });
  expect(await doctor()).toBe(0);
  expect(JSON.parse(out).apps).toMatchObject([{ outcome: "exists", id: "4711" }]);

  const { host, port } = JSON.parse(out).connect;
  const library = await startPusherServer({ ...CREDENTIALS, host, port, useTLS: false });
  const back_end = startAuthEndpoint(library);
  const echo = await startNode<object, Readonly<Record<string, unknown>>>("laravel-echo.mjs");
  const reports: Readonly<Record<string, unknown>>[] = [];
  echo.onReport((report) => reports.push(report));
  const options = { key: CREDENTIALS.key, wsHost: host, wsPort: port, ...back_end.client_options };
  echo.send({ id: 1, order: "connect", options });
  echo.send({ id: 1, order: "listen", kind: "private", name: "orders", event: "order.shipped" });
  await eventually("Echo subscribes", () => reports.some(({ kind }) => kind === "subscribed"));
  // More than Fanfare's default, and within the limit that Reverb had.
  const text = "x".repeat(20_000);
  expect(await library.call("trigger", "private-orders", "order.shipped", { text })).toMatchObject({ status: 200 });
  await eventually("Echo receives the event", () => reports.some(({ kind }) => kind === "event"));
  expect(reports.find(({ kind }) => kind === "event")?.["data"]).toEqual({ text });
  await Promise.all([echo.stop(), library.stop(), back_end.stop()]);
  rmSync(directory, { recursive: true, force: true });
}, 60_000);
