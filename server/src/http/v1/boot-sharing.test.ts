import { expect, test } from "bun:test";
import type { BootResponse } from "@fanfare/contract/schema/client/v1";
import fc from "fast-check";
import { endMove, postProgress, startMove } from "../../../test/support/run-moves.ts";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { suppress } from "../../../test/support/v1-browser.ts";
import { startV1Server, type V1Server } from "../../../test/support/v1-server.ts";

const AUDIENCE = { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "pro" } };
const TASKS = [
  { id: "tour", title: "Take the tour", blocks: [], done_when: { kind: "completed", content: "plain" } },
  { id: "rest", title: "Rest", blocks: [], done_when: { kind: "person" } },
];

/** Content whose decision depends on more or less of the person. */
const CONTENT: Readonly<Record<string, object>> = {
  plain: {},
  words: { locale: "en", translations: { de: { "hello.title": "Hallo" }, fr: { "hello.title": "Salut" } } },
  twice: { frequency: { mode: "always" } },
  greeting: {
    body: { type: "tour", steps: [{ kind: "centered", id: "hello", title: "Hello {{plan|you}}", blocks: [] }] },
  },
  tasks: { body: { type: "checklist", title: "First steps", blocks: [], tasks: TASKS, opens: "open" } },
  pro: { targeting: { urls: { include: [], exclude: [] }, audience: AUDIENCE } },
};

/** What each person did before, and how their page asks. */
const PEOPLE: Readonly<Record<string, (server: V1Server, token: string) => Promise<object>>> = {
  newcomer: async () => ({}),
  german: async () => ({ headers: { "Accept-Language": "de" } }),
  swiss: async () => ({ headers: { "Accept-Language": "fr-CH, de;q=0.8" } }),
  async hider(server, token) {
    await server.publish("plain");
    await suppress(server.browser(), { scope: "content", target: "plain" }, token);
    return {};
  },
  async reader(server, token) {
    await postProgress(server.browser(), startMove(server, await server.publish("plain")), token);
    return {};
  },
  async graduate(server, token) {
    const moves = startMove(server, await server.publish("plain"));
    const { run } = (await postProgress(server.browser(), moves, token)).body;
    await postProgress(server.browser(), endMove(run, "completed"), token);
    return {};
  },
  async payer(server, token) {
    await server.browser().identify("payer", token, { plan: "pro" });
    return {};
  },
  insister: async () => ({ body: { again: ["plain"] } }),
};
const NAMES = Object.keys(PEOPLE);

/** Publishes the content, lets these people do what they did before, and returns how each opens a page. */
async function open(server: V1Server, content: readonly string[], names: readonly string[]) {
  const pages = new Map<string, () => Promise<object>>();
  for (const name of names) {
    const token = await server.token(name);
    const options = await PEOPLE[name]?.(server, token);
    pages.set(name, async () => {
      const call = { body: {}, token, ...options };
      return decisionsOf((await server.browser().call<BootResponse>("POST", "boot", call)).body);
    });
  }
  for (const slug of content) await server.publish(slug, CONTENT[slug]);
  return pages;
}

/** Without IDs, which differ between servers. */
function decisionsOf({ decisions, refused }: BootResponse): object {
  const plain = decisions.map(({ content_id: _, version_id: __, version_number: ___, run, ...rest }) => ({
    ...rest,
    step: run?.step_id,
  }));
  return { decisions: plain, refused: refused.map(({ slug, gate }) => [slug, gate]) };
}

test.each([
  [["plain"]],
  [["plain", "words", "twice"]],
  [["plain", "words", "greeting"]],
  [["plain", "words", "tasks"]],
  [Object.keys(CONTENT)],
])("gives each person the same as if they were the only one: %p", async (content) => {
  const alone = new Map<string, object>();
  for (const name of NAMES) {
    await using server = await startV1Server(temporaryStore);
    const page = (await open(server, content, [name])).get(name);
    alone.set(name, (await page?.()) ?? {});
  }
  await using server = await startV1Server(temporaryStore);
  const pages = await open(server, content, NAMES);
  const visits = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(visits, async (order) => {
      for (const name of order) expect([name, await pages.get(name)?.()]).toEqual([name, alone.get(name)]);
    }),
    { numRuns: 12 },
  );
});
