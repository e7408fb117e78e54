import { describe, expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import type { Problem } from "@fanfare/contract/problem";
import type { ExplainResponse } from "@fanfare/contract/schema/client/v1";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { suppress } from "../../../test/support/v1-browser.ts";
import { startV1Server, type V1Server } from "../../../test/support/v1-server.ts";

const open = temporaryStore;

describe("explain", () => {
  const ask = (house: V1Server, token: string, query: Record<string, string>) =>
    house.browser().call<ExplainResponse & Problem>("GET", "explain", { query, token });

  test("says gate by gate what was seen, the first that blocks deciding", async () => {
    await using house = await startV1Server(open);
    const tour = await house.publish("welcome", { targeting: { urls: { include: ["/orders/*"], exclude: [] } } });
    const token = await house.token("u_42");
    const there = await ask(house, token, { content: "welcome", url: "https://shop.example/orders/7" });
    expect(there.body).toMatchObject({ content_id: tour.content_id, outcome: "unknown", gate: null });
    const elsewhere = await ask(house, token, { content: tour.content_id, url: "https://shop.example/cart" });
    expect(elsewhere.body).toMatchObject({ outcome: "hide", gate: "url" });
    const nowhere = await ask(house, token, { content: "welcome" });
    expect(nowhere.body.gates.find(({ gate }) => gate === "url")).toMatchObject({ status: "unknown" });
    await suppress(house.browser(), { scope: "all", target: "" }, token);
    const hidden = await ask(house, token, { content: "welcome", url: "https://shop.example/orders/7" });
    expect(hidden.body).toMatchObject({ outcome: "hide", gate: "suppressed" });
    house.change(house.shop, { paused: true });
    expect((await ask(house, token, { content: "welcome" })).body).toMatchObject({
      outcome: "hide",
      gate: "app_paused",
    });
  });

  test("does not tell drafts from what does not exist, and makes nobody", async () => {
    await using house = await startV1Server(open);
    const draft = await house.publish("draft");
    await house.unpublish("draft");
    const token = await house.token("u_42");
    const answers = [
      await ask(house, token, { content: "draft" }),
      await ask(house, token, { content: draft.content_id }),
      await ask(house, token, { content: "no-such" }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code, body.detail])).toEqual(
      answers.map(() => [404, "content_not_found", answers[2]?.body.detail]) as never,
    );
    expect((await ask(house, token, {})).body.code).toBe("query_invalid");
    expect((await ask(house, token, { content: "x", url: "x".repeat(limits.page_url_chars_max + 1) })).body.code).toBe(
      "query_invalid",
    );
    expect(await house.count("people")).toBe(0);
  });
});
