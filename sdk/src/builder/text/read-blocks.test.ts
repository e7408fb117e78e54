import { expect, test } from "bun:test";
import { JSDOM } from "jsdom";
import { readBlocks } from "./read-blocks.ts";

const blocksOf = (html: string) => readBlocks(new JSDOM(`<body>${html}</body>`).window.document.body);

test("reads marks, headings, quotes, and lists of an edited text", () => {
  expect(
    blocksOf(
      "<h3>New</h3><p>Press <strong>Sa</strong><b>ve</b>, <em><code>x</code></em> <a href='https://a.example/h' data-href='/h'>here</a>.</p><blockquote>So</blockquote><ol><li>one</li><li><i>two</i></li></ol>",
    ),
  ).toEqual([
    { kind: "paragraph", spans: [{ text: "New" }], format: "heading" },
    {
      kind: "paragraph",
      spans: [
        ...[{ text: "Press " }, { text: "Save", bold: true }, { text: ", " }],
        ...[{ text: "x", italic: true, code: true }, { text: " " }, { text: "here", href: "/h" }, { text: "." }],
      ],
    },
    { kind: "paragraph", spans: [{ text: "So" }], format: "quote" },
    { kind: "list", ordered: true, items: [[{ text: "one" }], [{ text: "two", italic: true }]] },
  ]);
});

test("reads whatever elements a browser makes while people type", () => {
  const text = (...lines: readonly string[]) => lines.map((line) => ({ kind: "paragraph", spans: [{ text: line }] }));
  expect(blocksOf("bare<div>one<br>two</div><div><br></div><p><span style='font-weight:700'>th</span>ree</p>")).toEqual(
    text("bare", "one", "two", "three") as never,
  );
  expect(blocksOf("<p>before<ul><li>a</li></ul>after</p>")).toEqual([
    ...text("before"),
    { kind: "list", ordered: false, items: [[{ text: "a" }]] },
    ...text("after"),
  ] as never);
  // The caret's place after a mark, and blanks at both ends.
  expect(blocksOf("<p> <b>a</b>\u200b b\u00a0</p><p>\u200b</p>")).toEqual([
    { kind: "paragraph", spans: [{ text: "a", bold: true }, { text: " b" }] },
  ]);
});

test("keeps images and videos, and drops links without an address", () => {
  const image = { kind: "image", url: "/a.png", alt: 'A "chart"' } as const;
  const shown = JSON.stringify(image).replaceAll('"', "&quot;");
  expect(blocksOf(`<p>a</p><img data-image="${shown}" src="x"><p><a href="javascript:alert(1)">b</a></p>`)).toEqual([
    { kind: "paragraph", spans: [{ text: "a" }] },
    image,
    { kind: "paragraph", spans: [{ text: "b" }] },
  ]);
  const video = { kind: "video", url: "https://youtu.be/aqz-KE-bpKQ", title: "Intro" } as const;
  const data = JSON.stringify(video).replaceAll('"', "&quot;");
  const figure = `<figure data-image="${data}"><button></button><figcaption>Intro</figcaption></figure>`;
  expect(blocksOf(`<p>a</p>${figure}`)).toEqual([{ kind: "paragraph", spans: [{ text: "a" }] }, video]);
});
