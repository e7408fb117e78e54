import { beforeEach, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP } from "../../../../test/support/temporary-server.ts";

const clock = manualClock(Date.UTC(2026, 10, 28, 12));
const { server, owner } = await sharedServer({ clock });
// Past the gap between two reads.
beforeEach(() => clock.advance(limits.help_feed_read_gap_ms));

interface HelpCenter extends Disposable {
  readonly url: string;
  readonly requests: Headers[];
  answer: (request: Request) => Response;
}

/** Help center of a customer. */
function helpCenter(answer: HelpCenter["answer"]): HelpCenter {
  const requests: Headers[] = [];
  const center = { answer, requests };
  const listener = Bun.serve({
    port: 0,
    fetch(request) {
      requests.push(request.headers);
      return center.answer(request);
    },
  });
  return Object.assign(center, {
    url: `http://127.0.0.1:${listener.port}/feed.json`,
    [Symbol.dispose]: () => void listener.stop(true),
  });
}

const feedOf = (...titles: readonly string[]): string =>
  JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: "Help",
    items: titles.map((title, at) => ({
      id: `${at}`,
      url: `/articles/${at}`,
      title,
      content_html: "<p>How <b>it</b> works</p>",
    })),
  });
const read = async (url: string) => (await owner.call("POST", "/api/help-feeds/read", { url })).json;

async function publish(slug: string, url: string): Promise<string> {
  const body = {
    ...{ type: "resource_center", title: "Help", articles: { kind: "feed", url } },
    resources: [{ id: "docs", title: "Docs", action: { kind: "link", href: "/docs" } }],
  };
  const created = await owner.call("POST", `/api/contents?app_id=${APP.id}`, { slug, name: slug, draft: { body } });
  expect(created.status).toBe(201);
  const { id, revision } = created.json;
  const published = await owner.call("POST", `/api/contents/${id}/publish?app_id=${APP.id}`, undefined, {
    "If-Match": `"${revision}"`,
  });
  expect(published.status).toBe(200);
  return id;
}

async function search(content: string, query: string) {
  const response = await fetch(`${server.origin}/v1/articles?${new URLSearchParams({ app: APP.key, content, query })}`);
  return { status: response.status, body: await response.json(), cache: response.headers.get("Cache-Control") };
}

test("reads a feed on request, and then asks only for changes", async () => {
  using center = helpCenter(() => new Response(feedOf("Refunds", "Invoices"), { headers: { ETag: '"v1"' } }));
  expect(await read(center.url)).toMatchObject({ articles: 2, failure: null, read_at: expect.any(String) });
  // A second click within seconds sends nothing.
  await read(center.url);
  expect(center.requests).toHaveLength(1);
  clock.advance(limits.help_feed_read_gap_ms);
  center.answer = () => new Response(null, { status: 304 });
  expect(await read(center.url)).toMatchObject({ articles: 2, failure: null });
  expect(center.requests[1]?.get("If-None-Match")).toBe('"v1"');
  expect(center.requests[1]?.get("Cookie")).toBeNull();
});

test("keeps the articles when a later read fails, and reports the reason", async () => {
  using center = helpCenter(() => new Response(feedOf("Refunds")));
  await read(center.url);
  const failureOf = async (answer: HelpCenter["answer"]) => {
    clock.advance(limits.help_feed_read_gap_ms);
    center.answer = answer;
    const { articles, failure } = await read(center.url);
    expect(articles).toBe(1);
    return failure;
  };
  expect(await failureOf(() => new Response("no", { status: 503 }))).toEqual({
    code: "feed_refused",
    values: { status: 503 },
  });
  expect((await failureOf(() => new Response("<html></html>"))).code).toBe("feed_unreadable");
  expect((await failureOf(() => new Response(feedOf()))).code).toBe("feed_empty");
  expect((await failureOf(() => Response.redirect(center.url))).code).toBe("feed_redirected");
  expect((await failureOf(() => Response.redirect("http://169.254.169.254/"))).values.reason).toContain(
    "isn't on the public internet",
  );
  const large = new Uint8Array(limits.help_feed_bytes_max + 1);
  expect((await failureOf(() => new Response(large))).values.reason).toContain("bytes");
  const { json } = await owner.call("GET", `/api/help-feeds?${new URLSearchParams({ url: center.url })}`);
  expect(json).toMatchObject({ articles: 1, failure: { code: "feed_unreachable" } });
});

test("finds articles of live resource centers by unfinished words, without accents", async () => {
  using center = helpCenter(() => new Response(feedOf("Réfunds for teams", "Invoices", "返金の手続き")));
  const content = await publish("searched", center.url);
  expect(await search(content, "refund")).toMatchObject({ status: 200, body: { items: [] } });
  await read(center.url);
  const { body, cache } = await search(content, "tea REFU");
  const url = new URL("/articles/0", center.url).href;
  expect(body).toEqual({ items: [{ title: "Réfunds for teams", url, summary: "How it works" }] });
  expect(cache).toBe("private, max-age=60");
  expect((await search("searched", "返金")).body.items).toHaveLength(1);
  expect((await search(content, "invioces")).body.items).toHaveLength(1);
  expect((await search(content, "nothing")).body.items).toEqual([]);
  expect((await search(content, "x".repeat(limits.help_query_chars_max + 1))).status).toBe(400);
  // The search follows the next read.
  clock.advance(limits.help_feed_read_gap_ms);
  center.answer = () => new Response(feedOf("Payments"));
  await read(center.url);
  expect((await search(content, "refund")).body.items).toEqual([]);
  expect((await search("unknown", "refund")).status).toBe(404);
});

test("reads feeds of live resource centers by itself, once per interval", async () => {
  using known = helpCenter(() => new Response(feedOf("Refunds")));
  using added = helpCenter(() => new Response(feedOf("Invoices")));
  await publish("scheduled", known.url);
  await read(known.url);
  await publish("added", added.url);
  const isRead = async ({ url }: HelpCenter): Promise<boolean> =>
    (await owner.call("GET", `/api/help-feeds?${new URLSearchParams({ url })}`)).json.read_at !== null;
  // Requests have a deadline of this clock, too. So it stands still until they have ended.
  clock.advance(limits.help_feed_interval_ms - limits.help_feed_check_interval_ms);
  while (!(await isRead(added))) await Bun.sleep(5);
  expect([known.requests.length, added.requests.length]).toEqual([1, 1]);
  while (known.requests.length < 2) {
    clock.advance(limits.help_feed_check_interval_ms);
    await Bun.sleep(5);
  }
});
