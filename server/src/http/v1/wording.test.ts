import { expect, test } from "bun:test";
import type { FeedResponse } from "@fanfare/contract/schema/client/feed";
import type { BootResponse } from "@fanfare/contract/schema/client/v1";
import { collectTexts } from "@fanfare/contract/translation/texts";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { startV1Server, type V1Server } from "../../../test/support/v1-server.ts";

const GREETING = {
  body: {
    type: "announcement",
    form: "modal",
    panels: [{ id: "hello", title: "Hello {{name|there}}", blocks: [] }],
    tone: "info",
    feed: false,
    suppression: { offered: true, days: 365 },
  },
  locale: "en",
  translations: { de: { "hello.title": "Hallo {{name|du}}" } },
} as const;

async function greet(server: V1Server, token: string, language: string, known?: string) {
  const headers = { "Accept-Language": language, ...(known === undefined ? {} : { "If-None-Match": known }) };
  const answer = await server.browser().call<BootResponse | null>("POST", "boot", { body: {}, token, headers });
  const [decision] = answer.body?.decisions ?? [];
  const title = decision && collectTexts(decision.edition.body).get("hello.title");
  return { title, locale: decision?.locale, tag: answer.headers.get("ETag") ?? "", decision };
}

test("returns text in the browser's language with only the person's attributes", async () => {
  await using server = await startV1Server(temporaryStore);
  await server.publish("greeting", GREETING);
  const token = await server.token("u_42");
  await server
    .browser()
    .call("POST", "identify", { body: { external_id: "u_42", attributes: { name: "<b>Ada" } }, token });
  expect(await greet(server, token, "de-AT, en;q=0.5")).toMatchObject({ title: "Hallo <b>Ada", locale: "de" });
  const { title, locale, decision } = await greet(server, token, "fr;q=0.2, en-GB");
  expect([title, locale]).toEqual(["Hello <b>Ada", "en"]);
  expect(JSON.stringify(decision)).not.toContain("Hallo");
  const other = await greet(server, await server.token("u_7"), "de");
  expect(other.title).toBe("Hallo du");
});

test("changes the ETag with the language and the person's attributes", async () => {
  await using server = await startV1Server(temporaryStore);
  await server.publish("greeting", GREETING);
  const token = await server.token("u_42", { exp: 9_999_999_999 });
  const rename = (name: string) =>
    server.browser().call("POST", "identify", { body: { external_id: "u_42", attributes: { name } }, token });
  await rename("Ada");
  const { tag } = await greet(server, token, "en");
  expect((await greet(server, token, "en", tag)).decision).toBeUndefined();
  expect((await greet(server, token, "de", tag)).title).toBe("Hallo Ada");
  await rename("Grace");
  expect((await greet(server, token, "en", tag)).title).toBe("Hello Grace");
});

test("prefers the page's language for content and feed, if valid", async () => {
  await using server = await startV1Server(temporaryStore);
  await server.publish("greeting", { ...GREETING, body: { ...GREETING.body, feed: true } });
  const token = await server.token("u_42");
  const headers = { "Accept-Language": "en-GB" };
  for (const [locale, title] of [
    ["de-CH", "Hallo du"],
    [undefined, "Hello there"],
    ["not a tag!", "Hello there"],
    ["x".repeat(200), "Hello there"],
    [7, "Hello there"],
  ] as const) {
    for (const [path, more] of [
      ["boot", {}],
      ["identify", { external_id: "u_42" }],
    ] as const) {
      const { status, body } = await server
        .browser()
        .call<BootResponse>("POST", path, { body: { ...more, locale }, token, headers });
      const texts = body.decisions.map(({ edition }) => collectTexts(edition.body).get("hello.title"));
      expect([locale, path, status, texts]).toEqual([locale, path, 200, [title]]);
    }
    const query = locale === undefined ? {} : { locale: String(locale) };
    const feed = await server.browser().call<FeedResponse>("GET", "feed", { query, token, headers });
    const read = feed.body.items.map((item) => item.kind === "announcement" && item.panels[0]?.title);
    expect([locale, feed.status, read]).toEqual([locale, 200, [title]]);
  }
});

test("reports untranslated texts with their language, also in the feed", async () => {
  await using server = await startV1Server(temporaryStore);
  const [panel] = GREETING.body.panels;
  const paragraph = (text: string) => ({ kind: "paragraph", spans: [{ text }] }) as const;
  const panels = [
    { ...panel, blocks: [paragraph("Bye {{name|there}}"), paragraph("Hallo du"), paragraph("Bye {{name|there}}")] },
  ];
  const greeting = { ...GREETING, body: { ...GREETING.body, feed: true, panels } };
  await server.publish("greeting", greeting);
  const token = await server.token("u_42");
  const known = await greet(server, token, "de");
  // One of these identical texts is a translation of another text, so it can't be distinguished.
  expect(known.decision?.untranslated).toEqual({ locale: "en", texts: ["Bye there"] });
  expect((await greet(server, token, "en")).decision?.untranslated).toBeUndefined();
  const feed = await server.browser().call<FeedResponse>("GET", "feed", { query: { locale: "de" }, token });
  expect(feed.body.items[0]).toMatchObject({ locale: "de", untranslated: { locale: "en", texts: ["Bye there"] } });
});
