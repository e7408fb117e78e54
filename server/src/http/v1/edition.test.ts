import { describe, expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import type { BootResponse } from "@fanfare/contract/schema/client/v1";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { newRunId, startV1Server, type V1Server } from "../../../test/support/v1-server.ts";

const open = temporaryStore;

const paragraph = (text: string) => [{ kind: "paragraph" as const, spans: [{ text }] }];
/** Two of them are more than a response includes. */
const longTour = (text: string) => ({
  type: "tour" as const,
  steps: Array.from({ length: 6 }, (_, index) => ({
    ...{ kind: "centered" as const, id: `s${index}`, title: text },
    blocks: paragraph("x".repeat(limits.boot_bodies_chars_max / 10)),
  })),
  suppression: { offered: true, days: 365 },
});

async function bootIn(server: V1Server, locale?: string, token?: string): Promise<BootResponse> {
  const call = { body: locale === undefined ? {} : { locale }, ...(token === undefined ? {} : { token }) };
  return (await server.browser().call<BootResponse>("POST", "boot", call)).body;
}

async function fetchEdition(server: V1Server, path: string) {
  const { status, headers, body } = await server.fetch(new Request(`https://fanfare.example${path}`));
  const text = await new Response(body).text();
  return { status, cache: headers.get("Cache-Control"), body: JSON.parse(text) };
}

describe("bodies beyond the size of a response", () => {
  test("are left out, and served by their own immutable path", async () => {
    await using server = await startV1Server(open);
    await server.publish("first", { priority: 9, body: longTour("First") });
    await server.publish("second", { body: longTour("Second") });
    await server.publish("small", { priority: -1 });
    const { decisions } = await bootIn(server);
    expect(decisions.map(({ slug, body_path }) => [slug, body_path === undefined])).toEqual([
      ["first", true],
      ["second", false],
      ["small", true],
    ]);
    const [, second] = decisions;
    expect(JSON.stringify(second)).not.toContain("Second");
    expect(second?.edition.body.type).toBe("tour");
    expect(await fetchEdition(server, second?.body_path ?? "")).toEqual({
      status: 200,
      cache: "private, max-age=31536000, immutable",
      body: longTour("Second"),
    });
  });

  test("are served in the language of the decision", async () => {
    await using server = await startV1Server(open);
    await server.publish("first", { priority: 9, body: longTour("First") });
    const translations = { de: { "s0.title": "Zweite" } };
    await server.publish("second", { locale: "en", translations, body: longTour("Second") });
    const titles = ["de-AT", "fr"].map(async (locale) => {
      const path = (await bootIn(server, locale)).decisions[1]?.body_path ?? "";
      return (await fetchEdition(server, path)).body.steps[0].title;
    });
    expect(await Promise.all(titles)).toEqual(["Zweite", "Second"]);
  });

  test("are included for an open run, and if they contain the person's data", async () => {
    await using server = await startV1Server(open);
    const token = await server.token("u_42");
    await server.publish("first", { priority: 9, body: longTour("First") });
    const tour = await server.publish("second", { body: longTour("Second") });
    await server.publish("personal", { priority: -1, body: longTour("Hello {{name|there}}") });
    await server.browser().identify("u_42", token, { name: "Ada" });
    const body = { action: "start", run_id: newRunId(server), ...tour, step_id: "s0", reason: "rule" };
    await server.browser().call("POST", "progress", { body, token });
    const { decisions } = await bootIn(server, undefined, token);
    expect(decisions.map(({ slug, body_path }) => [slug, body_path])).toEqual([
      ["second", undefined],
      ["first", undefined],
      ["personal", undefined],
    ]);
    expect(JSON.stringify(decisions[2])).toContain("Hello Ada");
  });

  test("are not served with another digest, of a replaced version, or while paused or unpublished", async () => {
    await using server = await startV1Server(open);
    await server.publish("first", { priority: 9, body: longTour("First") });
    await server.publish("second", { body: longTour("Second") });
    const pathOf = async () => (await bootIn(server)).decisions[1]?.body_path ?? "";
    const statusOf = async (path: string) => (await fetchEdition(server, path)).status;
    const path = await pathOf();
    expect(await statusOf(path.replace(/digest=.*/, `digest=${"A".repeat(22)}`))).toBe(404);
    await server.publish("second", { body: longTour("Third") });
    const newer = await pathOf();
    expect([await statusOf(path), await statusOf(newer)]).toEqual([404, 200]);
    server.change(server.shop, { paused: true });
    const paused = await fetchEdition(server, newer);
    expect([paused.status, paused.body.code, paused.cache]).toEqual([404, "edition_not_found", "no-store"]);
    server.change(server.shop, { paused: false });
    await server.unpublish("second");
    expect(await statusOf(newer)).toBe(404);
  });
});
