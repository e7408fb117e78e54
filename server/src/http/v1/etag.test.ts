import { describe, expect, test } from "bun:test";
import { DAY_MS } from "@fanfare/contract/limits";
import type { BootResponse } from "@fanfare/contract/schema/client/v1";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { suppress } from "../../../test/support/v1-browser.ts";
import { newRunId, startV1Server } from "../../../test/support/v1-server.ts";

const open = temporaryStore;

describe("ETag of a response", () => {
  const boot = (
    browser: ReturnType<Awaited<ReturnType<typeof startV1Server>>["browser"]>,
    token: string,
    known?: string,
  ) =>
    browser.call<BootResponse | null>("POST", "boot", {
      body: {},
      token,
      headers: known === undefined ? {} : { "If-None-Match": known },
    });

  test("responds with 304 without a body as long as nothing changed", async () => {
    await using server = await startV1Server(open);
    await server.publish("welcome");
    const token = await server.token("u_42", { exp: 9_999_999_999 });
    const first = await boot(server.browser(), token);
    const tag = first.headers.get("ETag") ?? "";
    expect(tag).toMatch(/^"[0-9a-z]{1,13}"$/);
    server.clock.advance(90 * DAY_MS);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const { status, body, headers } = await boot(server.browser(), token, known);
      expect({ status, body, tag: headers.get("ETag") }).toEqual({ status: 304, body: null, tag });
      expect(headers.get("Access-Control-Allow-Origin")).toBe("https://shop.example");
    }
    expect((await boot(server.browser(), token, '"other"')).status).toBe(200);
  });

  test("changes with everything that the page needs", async () => {
    await using server = await startV1Server(open);
    const tour = await server.publish("welcome");
    const token = await server.token("u_42", { exp: 9_999_999_999 });
    const browser = server.browser();
    const run_id = newRunId(server);
    const changes: readonly (readonly [what: string, change: () => Promise<unknown>])[] = [
      ["a new version", () => server.publish("welcome")],
      ["another content", () => server.publish("orders")],
      ["deleted", () => server.unpublish("orders")],
      ["a pause", async () => server.change(server.shop, { paused: true })],
      ["its end", async () => server.change(server.shop, { paused: false })],
      [
        "a start",
        () =>
          browser.call("POST", "progress", {
            body: { action: "start", run_id, ...tour, step_id: "hello", reason: "rule" },
            token,
          }),
      ],
      [
        "a step",
        () => browser.call("POST", "progress", { body: { action: "step", run_id, seq: 1, step_id: "bye" }, token }),
      ],
      [
        "an end",
        () => browser.call("POST", "progress", { body: { action: "end", run_id, seq: 2, reason: "escape" }, token }),
      ],
      ["a suppression", () => suppress(browser, { scope: "tag", target: "sales", days: 1 }, token)],
      ["its end by time", async () => server.clock.advance(DAY_MS)],
    ];
    let tag = (await boot(browser, token)).headers.get("ETag") ?? "";
    for (const [what, change] of changes) {
      await change();
      const { status, headers } = await boot(browser, token, tag);
      expect({ what, status }).toEqual({ what, status: 200 });
      tag = headers.get("ETag") ?? "";
    }
  });

  test("changes when the page requests ended content again", async () => {
    await using server = await startV1Server(open);
    await server.publish("welcome", { frequency: { mode: "once" } });
    const token = await server.token("u_42");
    const tag = (await boot(server.browser(), token)).headers.get("ETag") ?? "";
    const headers = { "If-None-Match": tag };
    const { status, body } = await server
      .browser()
      .call<BootResponse>("POST", "boot", { body: { again: ["welcome"] }, token, headers });
    expect({ status, frequency: body.decisions[0]?.edition.frequency }).toEqual({
      status: 200,
      frequency: { mode: "always" },
    });
  });

  test("is sent on identify too", async () => {
    await using server = await startV1Server(open);
    const token = await server.token("u_42");
    const call = (headers = {}) =>
      server.browser().call("POST", "identify", { body: { external_id: "u_42" }, token, headers });
    const tag = (await call()).headers.get("ETag") ?? "";
    expect((await call({ "If-None-Match": tag })).status).toBe(304);
  });
});
