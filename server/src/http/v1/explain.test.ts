import { describe, expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import type { Problem } from "@fanfare/contract/problem";
import type { ExplainResponse } from "@fanfare/contract/schema/client/v1";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { suppress } from "../../../test/support/v1-browser.ts";
import { startV1Server, type V1Server } from "../../../test/support/v1-server.ts";

const open = temporaryStore;

describe("explain", () => {
  const explainFor = (server: V1Server, token: string, query: Record<string, string>) =>
    server.browser().call<ExplainResponse & Problem>("GET", "explain", { query, token });

  test("returns evidence for each gate and decides by the first blocking one", async () => {
    await using server = await startV1Server(open);
    const tour = await server.publish("welcome", { targeting: { urls: { include: ["/orders/*"], exclude: [] } } });
    const token = await server.token("u_42");
    const there = await explainFor(server, token, { content: "welcome", url: "https://shop.example/orders/7" });
    expect(there.body).toMatchObject({ content_id: tour.content_id, outcome: "unknown", gate: null });
    const elsewhere = await explainFor(server, token, { content: tour.content_id, url: "https://shop.example/cart" });
    expect(elsewhere.body).toMatchObject({ outcome: "hide", gate: "url" });
    const nowhere = await explainFor(server, token, { content: "welcome" });
    expect(nowhere.body.gates.find(({ gate }) => gate === "url")).toMatchObject({ status: "unknown" });
    await suppress(server.browser(), { scope: "all", target: "" }, token);
    const hidden = await explainFor(server, token, { content: "welcome", url: "https://shop.example/orders/7" });
    expect(hidden.body).toMatchObject({ outcome: "hide", gate: "suppressed" });
    server.change(server.shop, { paused: true });
    expect((await explainFor(server, token, { content: "welcome" })).body).toMatchObject({
      outcome: "hide",
      gate: "app_paused",
    });
  });

  test("treats drafts as not found and creates no person", async () => {
    await using server = await startV1Server(open);
    const draft = await server.publish("draft");
    await server.unpublish("draft");
    const token = await server.token("u_42");
    const answers = [
      await explainFor(server, token, { content: "draft" }),
      await explainFor(server, token, { content: draft.content_id }),
      await explainFor(server, token, { content: "no-such" }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code, body.detail])).toEqual(
      answers.map(() => [404, "content_not_found", answers[2]?.body.detail]) as never,
    );
    expect((await explainFor(server, token, {})).body.code).toBe("query_invalid");
    expect(
      (await explainFor(server, token, { content: "x", url: "x".repeat(limits.page_url_chars_max + 1) })).body.code,
    ).toBe("query_invalid");
    expect(await server.count("people")).toBe(0);
  });
});
