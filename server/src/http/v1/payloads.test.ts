import { expect, test } from "bun:test";
import type { Body } from "@fanfare/contract/content/body";
import type { BootResponse } from "@fanfare/contract/schema/client/v1";
import { imageSchema, linkSchema } from "@fanfare/contract/schema/content/link";
import { HOSTILE_PAYLOADS } from "../../../../contract/test/support/hostile-payloads.ts";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { startV1Server, type V1Server } from "../../../test/support/v1-server.ts";

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

async function bodyAt(server: V1Server, path: string): Promise<Body> {
  // Safe cast: the server sends the contract's `Body`.
  return (await (await server.fetch(new Request(`https://fanfare.example${path}`))).json()) as Body;
}

async function receivedEvents(server: V1Server, token: string): Promise<readonly string[]> {
  const { body } = await server.browser().call<BootResponse>("POST", "boot", { body: {}, token });
  const [decision] = body.decisions;
  if (decision === undefined) throw new Error("The page hears of nothing.");
  const { body_path } = decision;
  // Large content comes by its own path.
  const tour = body_path === undefined ? decision.edition.body : await bodyAt(server, body_path);
  if (tour.type !== "tour") throw new Error("The page got other content.");
  const blocks = tour.steps.flatMap((step) => ("blocks" in step ? step.blocks : []));
  return blocks.flatMap((block) => (block.kind === "paragraph" ? block.spans.map(({ text }) => text) : []));
}

test("delivers 1,000 hostile texts to the page unchanged as text", async () => {
  expect(new Set(HOSTILE_PAYLOADS).size).toBe(1_000);
  await using server = await startV1Server(temporaryStore);
  await server.publish("evil", textsWith(HOSTILE_PAYLOADS));
  expect(await receivedEvents(server, await server.token("u_1"))).toEqual([...HOSTILE_PAYLOADS]);
});

test("inserts a visitor's attributes as text", async () => {
  await using server = await startV1Server(temporaryStore);
  const names = Array.from({ length: 50 }, (_, at) => `a${at}`);
  await server.publish("greeting", textsWith(names.map((name) => `{{${name}|nobody}}`)));
  for (let at = 0; at < HOSTILE_PAYLOADS.length; at += 250) {
    const payloads = HOSTILE_PAYLOADS.slice(at, at + names.length);
    const external_id = `u_${at}`;
    const token = await server.token(external_id);
    const attributes = Object.fromEntries(payloads.map((text, index) => [names[index] ?? "", text]));
    await server.browser().call("POST", "identify", { body: { external_id, attributes }, token });
    expect(await receivedEvents(server, token)).toEqual([...payloads]);
  }
});

test("accepts none as a URL unless for a page, an email, or a phone number", () => {
  for (const payload of HOSTILE_PAYLOADS) {
    for (const schema of [linkSchema, imageSchema]) {
      if (!schema.safeParse(payload).success) continue;
      expect(RUNS).toContain(new URL(payload, "https://own.example/").protocol);
    }
  }
});
