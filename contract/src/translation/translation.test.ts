import { describe, expect, test } from "bun:test";
import type { Body } from "../content/body.ts";
import { fillVariables, findVariables } from "./text-variables.ts";
import { collectSources, collectTexts, rewriteBody, rewriteTexts } from "./texts.ts";
import {
  chooseLocale,
  localizedBody,
  translationGaps,
  translationOf,
  translationProblems,
  withTranslation,
} from "./translation.ts";

const suppression = { offered: true, days: 365 };
const paragraph = (text: string) => ({ kind: "paragraph", spans: [{ text }] }) as const;
const panel = {
  id: "p",
  title: "Panel",
  blocks: [paragraph("Text")],
  button: { label: "Go", action: { kind: "link", href: "/" } },
} as const;
const BODIES: readonly Body[] = [
  {
    type: "tour",
    suppression,
    steps: [
      {
        ...{ kind: "centered", id: "hello", title: "Hello", next_label: "On" },
        blocks: [
          { kind: "list", ordered: false, items: [[{ text: "One" }, { text: "Two" }]] },
          { kind: "image", url: "/a.png", alt: "Alt" },
        ],
        buttons: [{ label: "Later", action: { kind: "close" } }],
      },
    ],
  },
  { type: "announcement", form: "modal", panels: [panel], tone: "info", feed: false, suppression },
  {
    ...{ type: "checklist", title: "List", blocks: [paragraph("Intro")], opens: "open", suppression },
    tasks: [{ ...panel, id: "t", done_when: { kind: "button" } }],
  },
  {
    ...{ type: "survey", form: "corner", title: "Check", blocks: [], suppression },
    questions: [
      { kind: "nps", id: "n", title: "Likely?", required: false, low_label: "No", high_label: "" },
      { kind: "choice", id: "c", title: "Which?", required: false, several: false, options: [{ id: "a", label: "A" }] },
      { kind: "text", id: "x", title: "Why?", required: false, long: true, placeholder: "Because" },
    ],
    thanks: { title: "Thank-you message", blocks: [paragraph("Bye")] },
  },
  { type: "celebration", preset: "burst", message: "Done", suppression },
];

describe("body texts", () => {
  test("have unique keys and are all that a rewrite changes", () => {
    for (const body of BODIES) {
      const texts = collectTexts(body);
      expect(texts.size).toBeGreaterThan(0);
      const marked = rewriteBody(body, {
        text: (key, text) => `${key}:${text}`,
        spans: (key, spans) => [{ text: `${key}:` }, ...spans],
      });
      expect([...collectTexts(marked)]).toEqual([...texts].map(([key, text]) => [key, `${key}:${text}`]));
      expect(rewriteTexts(body, (_, text) => text)).toEqual(body);
    }
  });

  test("use keys that keep translations when a position moves", () => {
    const [tour] = BODIES;
    expect(tour && [...collectTexts(tour).keys()]).toEqual([
      ...["hello.title", "hello.blocks.0.0", "hello.blocks.1.alt"],
      ...["hello.next", "hello.buttons.0"],
    ]);
  });
});

describe("localized edition", () => {
  const [, body] = BODIES;
  if (body === undefined) throw new Error("There is no body.");
  const german = { "p.title": "Tafel" };
  const titleIn = (locale: string | undefined, tags: readonly string[], translatable: readonly string[]) => {
    const translations = Object.fromEntries(tags.map((tag) => [tag, { "p.title": tag }]));
    const edition = { body, locale, translations };
    const shown = chooseLocale(edition, translatable);
    return [collectTexts(localizedBody(edition, shown)).get("p.title"), shown];
  };

  test.each([
    ["the wanted language", "en", ["de", "fr"], ["fr"], "fr"],
    ["whatever the case of its tag", "en", ["pt-BR"], ["pt-br"], "pt-BR"],
    ["the language without the region", "en", ["de"], ["de-AT"], "de"],
    ["another region of it", "en", ["pt-BR"], ["pt-PT"], "pt-BR"],
    ["the second that is wanted", "en", ["fr"], ["de", "fr"], "fr"],
    ["the one it was written in, when that is wanted first", "en", ["fr"], ["en-GB", "fr"], "en"],
    ["the one it was written in, else", "en", ["fr"], ["ja"], "en"],
  ] as const)("is shown in %s", (_, locale, tags, translatable, expected) => {
    expect(titleIn(locale, tags, translatable)).toEqual([expected === "en" ? "Panel" : expected, expected]);
  });

  test("keeps untranslated text and lists missing and unused translations", () => {
    const edition = { body, locale: "en", translations: { de: { ...german, "p.button": "" } } };
    expect(Object.fromEntries(collectTexts(localizedBody(edition, "de")))).toMatchObject({
      "p.title": "Tafel",
      "p.button": "Go",
    });
    expect(translationGaps(body, { ...german, "gone.title": "Weg" })).toEqual({
      missing: ["p.blocks.0", "p.button"],
      unused: ["gone.title"],
    });
    const hostile = JSON.parse('{"__proto__":{"p.title":"x"}}');
    expect(localizedBody({ body, translations: { de: hostile } }, "de")).toEqual(body);
  });
});

describe("a text with marks", () => {
  const spans = [{ text: "Take " }, { text: "one minute", bold: true }, { text: " to look" }];
  const body: Body = {
    type: "tour",
    suppression,
    steps: [{ kind: "centered", id: "hello", title: "Hello", blocks: [{ kind: "paragraph", spans }] }],
  };
  const spansIn = (texts: Record<string, string>) => {
    const shown = localizedBody({ body, locale: "en", translations: { de: texts } }, "de");
    const [block] = shown.type === "tour" ? (shown.steps[0]?.blocks ?? []) : [];
    return block?.kind === "paragraph" ? block.spans : undefined;
  };

  test("is one text, whose marks move with its words", () => {
    expect(collectTexts(body).get("hello.blocks.0")).toBe("Take <b>one minute</b> to look");
    expect(spansIn({ "hello.blocks.0": "<b>Eine Minute</b> zum Umsehen" })).toEqual([
      { text: "Eine Minute", bold: true },
      { text: " zum Umsehen" },
    ]);
  });

  test("keeps the translations of its single spans, and replaces them", () => {
    const old = { "hello.title": "Hallo", "hello.blocks.0.0": "Nimm ", "hello.blocks.0.1": "<b> & &lt; eine Minute" };
    expect(spansIn(old)).toEqual([
      { text: "Nimm " },
      { text: "<b> & &lt; eine Minute", bold: true },
      { text: " to look" },
    ]);
    expect(translationGaps(body, old)).toEqual({ missing: [], unused: [] });
    expect(translationProblems(body, old).size).toBe(0);
    const source = collectSources(body).get("hello.blocks.0") ?? { text: "" };
    expect(translationOf(old, "hello.blocks.0", source)).toBe("Nimm <b>&lt;b> & &amp;lt; eine Minute</b> to look");
    const changed = withTranslation(old, "hello.blocks.0", source, "Nimm <b>sie</b>");
    expect(changed).toEqual({ "hello.title": "Hallo", "hello.blocks.0": "Nimm <b>sie</b>" });
    expect(withTranslation(old, "hello.blocks.0", source, "")).toEqual({ "hello.title": "Hallo" });
  });

  test("says which translation has wrong tags, and shows it without them", () => {
    const texts = { "hello.blocks.0": "Nimm <b>eine <strong>Minute</strong>" };
    expect(
      translationProblems(body, texts)
        .get("hello.blocks.0")
        ?.map(({ kind, tag }) => [kind, tag]),
    ).toEqual([
      ["tag_unknown", "<strong>"],
      ["tag_unknown", "</strong>"],
      ["tag_unclosed", "<b>"],
    ]);
    expect(spansIn({ "hello.blocks.0": "Nimm </b>eine <i>Minute</i>" })).toEqual([
      { text: "Nimm " },
      { text: "eine " },
      { text: "Minute" },
    ]);
  });
});

describe("text variables", () => {
  test("use the person's attribute, or the fallback without one", () => {
    const text = "Hi {{name|there}}, {{ seats | no }} seats {{tags|none}}{{gone|}}";
    expect(fillVariables(text, { name: "Ada", seats: 0, tags: ["a", "b"] })).toBe("Hi Ada, 0 seats a, b");
    expect(fillVariables(text, { name: "", seats: null })).toBe("Hi there, no seats none");
    expect(fillVariables("{{__proto__|safe}} {{constructor|safe}}", {})).toBe("safe safe");
    expect(fillVariables("{{name|a|b}} {{open", {})).toBe("a|b {{open");
    expect(fillVariables("{{name|x}}", { name: "{{plan|y}}".repeat(100), plan: "p" })).toHaveLength(200);
  });

  test("take time linear in the length of the text", () => {
    const hostile = "{{".repeat(200_000);
    expect(fillVariables(hostile, {})).toBe(hostile);
    expect(findVariables(`${hostile}}}`)).toHaveLength(1);
  });
});
