import { expect, test } from "bun:test";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import type { Rule } from "@fanfare/contract/targeting/rule";
import { createApi } from "../../lib/api/api.ts";
import { createQueryClient } from "../../lib/queries/queries.ts";
import { type PublishCandidate, publishWarnings } from "./publish-warnings.ts";

const PALE = editionSchema.parse({ body: { type: "celebration", preset: "burst", colors: ["#fefefe"] } });

/** Warnings for these server responses. Other requests fail. */
async function doubtsWith(
  candidates: PublishCandidate,
  answers: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> {
  const api = createApi(async (url) => {
    const found = Object.entries(answers).find(([path]) => url.startsWith(`/api/${path}`));
    if (found === undefined) return new Response(null, { status: 403 });
    return Response.json(found[1]);
  });
  return (await publishWarnings({ api, client: createQueryClient() }, "1", candidates)).map(
    ({ message: messages }) => messages,
  );
}

const UNSEEN = "No color has enough contrast in light mode. People may not see the confetti.";
const THEMES = { themes: { items: [] } };

test("loads content by ID and shows the same warnings as its editor", async () => {
  const content = { id: "c1", name: "Pale", slug: "pale", draft: PALE };
  expect(await doubtsWith({ id: "c1", name: "Pale" }, { ...THEMES, "contents/c1": content })).toEqual([UNSEEN]);
});

test("checks an open draft without loading content from the server", async () => {
  const draft = { name: "Pale", slug: "pale", edition: PALE };
  expect(await doubtsWith({ name: "Pale", draft }, THEMES)).toEqual([UNSEEN]);
});

test("warns if no people match, and skips checks whose data can't be loaded", async () => {
  const test = { type: "text", op: "is", value: "pro" } as const;
  const audience: Rule = { kind: "attribute", of: "person", name: "plan", test };
  const draft = { name: "Late", slug: "late", edition: { ...PALE, targeting: { ...PALE.targeting, audience } } };
  const preview = { count: 0, unknown: 0, people: 10, sample: [] };
  const no_match = "No people match the audience right now.";
  expect(await doubtsWith({ name: "Late", draft }, { "segments/preview": preview })).toEqual([no_match]);
  expect(await doubtsWith({ name: "Late", draft }, {})).toEqual([]);
});

test("rejects with the server's refusal if content can't be loaded", async () => {
  await expect(doubtsWith({ id: "c1", name: "Gone" }, THEMES)).rejects.toMatchObject({ status: 403 });
});
