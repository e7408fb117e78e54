import { expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { parseArticles } from "./parse-articles.ts";

const BASE = "https://help.example/feeds/all";
const rss = (items: string): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Help</title>${items}</channel></rss>`;

test("reads RSS as plain text, without scripts", () => {
  const items = `<item><title>Refunds &amp;amp; returns</title><link>https://help.example/refunds</link>
    <description><![CDATA[<p>Send it <b>ba</b>ck.</p><script>alert(1)</script><p>We pay.</p>]]></description></item>`;
  expect(parseArticles(rss(items), BASE)).toEqual([
    { title: "Refunds & returns", url: "https://help.example/refunds", summary: "Send it back. We pay." },
  ]);
});

test("reads Atom with relative links, and expands no entities of the document", () => {
  const feed = `<?xml version="1.0"?><!DOCTYPE f [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>
    <feed xmlns="http://www.w3.org/2005/Atom"><title>Help</title>
    <entry><title>Use &lt;Link&gt; &b;</title><link rel="self" href="/self"/><link href="/links"/><content type="html">&lt;p&gt;Text&lt;/p&gt;</content></entry>
    </feed>`;
  expect(parseArticles(feed, BASE)).toEqual([
    { title: "Use <Link> &b;", url: "https://help.example/links", summary: "Text" },
  ]);
});

test("reads a JSON Feed, and leaves out entries without a title or a web address", () => {
  const items = [
    { id: "1", url: "https://help.example/one", title: "One", content_html: "<h1>First</h1>steps" },
    { id: "2", url: "javascript:alert(1)", title: "Script" },
    { id: "3", url: "https://help.example/three" },
    { id: "4", url: "https://help.example/one", title: "One again" },
    { id: "https://help.example/five", title: "Five" },
  ];
  const feed = JSON.stringify({ version: "https://jsonfeed.org/version/1.1", title: "Help", items });
  expect(parseArticles(feed, BASE)).toEqual([
    { title: "One", url: "https://help.example/one", summary: "First steps" },
    { title: "Five", url: "https://help.example/five" },
  ]);
});

test("cuts long titles between characters", () => {
  const family = "👨‍👩‍👧";
  const [article] = parseArticles(rss(`<item><title>${family.repeat(60)}</title><link>/a</link></item>`), BASE) ?? [];
  expect(article?.title).toEndWith(`${family}…`);
  expect(article?.title.length).toBeLessThanOrEqual(limits.help_article_title_chars_max);
});

test.each(["", "<html><body>Sign in</body></html>", '{"items":[]}', "<rss", "\0"])("refuses %j as a feed", (text) => {
  expect(parseArticles(text, BASE)).toBeUndefined();
});
