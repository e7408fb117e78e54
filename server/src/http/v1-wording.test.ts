import { expect, test } from "bun:test";
import type { BootResponse } from "@fanfare/contract/schema/v1";
import { textsOf } from "@fanfare/contract/texts";
import { temporaryStore } from "../store/testing.ts";
import { type V1House, v1House } from "./v1-testing.ts";

/** An announcement that greets by name, in English and German. */
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

async function greet(house: V1House, token: string, language: string, known?: string) {
  const headers = { "Accept-Language": language, ...(known === undefined ? {} : { "If-None-Match": known }) };
  const answer = await house.browser().call<BootResponse | null>("POST", "boot", { body: {}, token, headers });
  const [decision] = answer.body?.decisions ?? [];
  const title = decision && textsOf(decision.edition.body).get("hello.title");
  return { title, locale: decision?.locale, tag: answer.headers.get("ETag") ?? "", decision };
}

test("a text comes in the language of the browser, with the person's own words in it and nothing of the others", async () => {
  await using house = await v1House(temporaryStore);
  await house.publish("greeting", GREETING);
  const token = await house.token("u_42");
  await house
    .browser()
    .call("POST", "identify", { body: { external_id: "u_42", attributes: { name: "<b>Ada" } }, token });
  expect(await greet(house, token, "de-AT, en;q=0.5")).toMatchObject({ title: "Hallo <b>Ada", locale: "de" });
  const { title, locale, decision } = await greet(house, token, "fr;q=0.2, en-GB");
  expect([title, locale]).toEqual(["Hello <b>Ada", "en"]);
  expect(JSON.stringify(decision)).not.toContain("Hallo");
  const stranger = await greet(house, await house.token("u_7"), "de");
  expect(stranger.title).toBe("Hallo du");
});

test("the tag of an answer changes with the language and with the words that are the person's own", async () => {
  await using house = await v1House(temporaryStore);
  await house.publish("greeting", GREETING);
  const token = await house.token("u_42", { exp: 9_999_999_999 });
  const rename = (name: string) =>
    house.browser().call("POST", "identify", { body: { external_id: "u_42", attributes: { name } }, token });
  await rename("Ada");
  const { tag } = await greet(house, token, "en");
  expect((await greet(house, token, "en", tag)).decision).toBeUndefined();
  expect((await greet(house, token, "de", tag)).title).toBe("Hallo Ada");
  await rename("Grace");
  expect((await greet(house, token, "en", tag)).title).toBe("Hello Grace");
});
