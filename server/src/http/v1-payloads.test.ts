import { expect, test } from "bun:test";
import type { Body } from "@fanfare/contract/content";
import { PAYLOADS } from "@fanfare/contract/payloads.contract";
import { imageSchema, linkSchema } from "@fanfare/contract/schema/link";
import type { BootResponse } from "@fanfare/contract/schema/v1";
import { textsOf } from "@fanfare/contract/texts";
import { temporaryStore } from "../store/testing.ts";
import { type V1House, v1House } from "./v1-testing.ts";

const SPANS = 100;
const RUNS = ["https:", "http:", "mailto:", "tel:"];

function textsWith(texts: readonly string[]): { readonly body: Body } {
  const blocks = Array.from({ length: Math.ceil(texts.length / SPANS) }, (_, at) => ({
    kind: "paragraph" as const,
    spans: texts.slice(at * SPANS, (at + 1) * SPANS).map((text) => ({ text })),
  }));
  const steps = [{ id: "a", kind: "centered" as const, title: "Hello", blocks }];
  return { body: { type: "tour", steps, suppression: { offered: true, days: 365 } } };
}

/** The texts of the one content that is live, as a page hears them. */
async function heard(house: V1House, token: string): Promise<readonly string[]> {
  const { body } = await house.browser().call<BootResponse>("POST", "boot", { body: {}, token });
  const [decision] = body.decisions;
  if (decision === undefined) throw new Error("The page hears of nothing.");
  return [...textsOf(decision.edition.body).values()].filter((text) => text !== "Hello");
}

test("a thousand texts that want to run come to the page as the texts that they are", async () => {
  expect(new Set(PAYLOADS).size).toBe(1_000);
  await using house = await v1House(temporaryStore);
  await house.publish("evil", textsWith(PAYLOADS));
  expect(await heard(house, await house.token("u_1"))).toEqual([...PAYLOADS]);
});

test("what a visitor says of themselves is filled in as text", async () => {
  await using house = await v1House(temporaryStore);
  const names = Array.from({ length: 50 }, (_, at) => `a${at}`);
  await house.publish("greeting", textsWith(names.map((name) => `{{${name}|nobody}}`)));
  for (let at = 0; at < PAYLOADS.length; at += 250) {
    const said = PAYLOADS.slice(at, at + names.length);
    const external_id = `u_${at}`;
    const token = await house.token(external_id);
    const attributes = Object.fromEntries(said.map((text, index) => [names[index] ?? "", text]));
    await house.browser().call("POST", "identify", { body: { external_id, attributes }, token });
    expect(await heard(house, token)).toEqual([...said]);
  }
});

test("none of them is an address, unless it leads to a page, a mailbox or a telephone", () => {
  for (const payload of PAYLOADS) {
    for (const schema of [linkSchema, imageSchema]) {
      if (!schema.safeParse(payload).success) continue;
      expect(RUNS).toContain(new URL(payload, "https://own.example/").protocol);
    }
  }
});
