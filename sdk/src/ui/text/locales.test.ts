import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { LocaleLabels } from "../types.ts";
import { CHECKLIST_LABELS } from "./checklist-labels.ts";
import { fillPlaceholders, label } from "./labels.ts";
import { loadLabels, supportedLanguage } from "./locales.ts";
import { MEDIA_LABELS } from "./media-labels.ts";
import { RESOURCE_LABELS } from "./resource-labels.ts";
import { SURVEY_LABELS } from "./survey-labels.ts";

const FOLDER = join(import.meta.dirname, "locales");
const TAGS = readdirSync(FOLDER)
  .map((file) => file.replace(".ts", ""))
  .sort();

const SOURCE = ["ui", "engage"]
  .flatMap((folder) =>
    readdirSync(join(FOLDER, "../../..", folder), { recursive: true, encoding: "utf8" }).map((file) =>
      join(FOLDER, "../../..", folder, file),
    ),
  )
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .map((file) => readFileSync(file, "utf8"));

function english(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const text of SOURCE) {
    for (const [, name = "", label = ""] of text.matchAll(/labels\.(\w+) \?\? "([^"]*)"/g)) found.set(name, label);
    const [, table = ""] = /^const ENGLISH[^{]*(?:\{[^}]*\}[^{]*)?\{\n([\s\S]*?)^\}/m.exec(text) ?? [];
    const before = /labels\[`survey_/.test(text) ? "survey_" : "";
    for (const [, name = "", label = ""] of table.matchAll(/^ {2}(\w+): "([^"]*)",$/gm))
      found.set(before + name, label);
  }
  return found;
}

const placesIn = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).sort();

/** All forms of a text with plural forms, for the numbers up to 1,000 and for 1,000,000. */
function formsOf(text: string, place: string): ReadonlyMap<number, string> {
  const numbers = [...Array.from({ length: 1_001 }, (_, number) => number), 1_000_000];
  return new Map(numbers.map((number) => [number, fillPlaceholders(text, { [place.slice(1, -1)]: number })]));
}

async function wordsOf(tag: string): Promise<LocaleLabels> {
  return (await import(`./locales/${tag}.ts`)).LABELS;
}

test("covers the console's languages and the most used ones", () => {
  expect(TAGS).toEqual(["ar", "de", "es", "fr", "he", "it", "ja", "nl", "pl", "pt", "ru", "tr", "zh"]);
  for (const tag of TAGS) expect(supportedLanguage(tag)).toBe(tag);
});

for (const tag of TAGS) {
  test(`has every English label in ${tag}, with the same placeholders`, async () => {
    const labels = new Map<string, unknown>(
      Object.entries({
        ...(await wordsOf(tag)),
        ...{ ...RESOURCE_LABELS[tag], ...SURVEY_LABELS[tag], ...MEDIA_LABELS[tag], ...CHECKLIST_LABELS[tag] },
      }),
    );
    const known = english();
    expect([...labels.keys()].sort()).toEqual([...known.keys()].sort());
    for (const [name, label] of known) {
      const text = String(labels.get(name));
      expect([name, placesIn(text)]).toEqual([name, placesIn(label)]);
      expect(text.trim()).not.toBe("");
    }
    expect(String(labels.get("survey_faces")).split(",")).toHaveLength(5);
  });

  test(`has a form for every plural category of ${tag}`, async () => {
    const labels = await wordsOf(tag);
    const rules = new Intl.PluralRules(tag);
    for (const [text, place] of [
      [labels.do_not_show_again, "{days}"],
      [labels.notifications_new, "{count}"],
      [labels.notifications_more, "{count}"],
      [labels.unread_count, "{count}"],
    ] as const) {
      const by_category = new Map<string, Set<string>>();
      for (const [number, label] of formsOf(text, place)) {
        expect(label).not.toContain("{");
        const category = rules.select(number);
        by_category.set(category, (by_category.get(category) ?? new Set()).add(label.replace(String(number), "#")));
      }
      // One form per category. A form without its number is valid for a single number only.
      for (const forms of by_category.values()) expect(forms.size).toBe(1);
    }
    const { pluralCategories } = rules.resolvedOptions();
    const source = readFileSync(join(FOLDER, `${tag}.ts`), "utf8");
    for (const [, forms = ""] of source.matchAll(/counted\("\w+", \{([\s\S]*?)\}\)/g)) {
      const named = [...forms.matchAll(/^\s*(\w+):/gm)].map(([, name]) => name);
      expect(named.sort()).toEqual([...pluralCategories].sort());
    }
  });
}

test("selects the plural form of the language for a number", async () => {
  const labelFor = async (tag: string, days: number): Promise<string> =>
    label(await loadLabels(tag), "do_not_show_again", { days });
  expect(await labelFor("pl", 1)).toBe("Nie pokazuj ponownie przez 1 dzień");
  expect(await labelFor("ru", 2)).toBe("Не показывать 2 дня");
  expect(await labelFor("ru", 365)).toBe("Не показывать 365 дней");
  expect(await labelFor("ar", 2)).toBe("عدم الإظهار مجددًا لمدة يومين");
  expect(await labelFor("ar", 365)).toBe("عدم الإظهار مجددًا لمدة 365 يومًا");
  expect(await labelFor("ja", 365)).toBe("365日間は再表示しない");
});

test("maps a region to its language, and other scripts and languages to English", () => {
  expect(supportedLanguage("de-AT")).toBe("de");
  expect(supportedLanguage("pt-BR")).toBe("pt");
  expect(supportedLanguage("zh-Hans-CN")).toBe("zh");
  for (const tag of ["zh-Hant", "zh-TW", "zh-HK", "sv", "en-GB", "", "constructor", "__proto__"]) {
    expect(supportedLanguage(tag)).toBeUndefined();
  }
});

test("prefers the page's labels over those of the content's language", async () => {
  expect((await loadLabels("sv")).next).toBeUndefined();
  const labels = await loadLabels("de-CH", { close: "Zumachen" });
  expect([labels.next, labels.close]).toEqual(["Weiter", "Zumachen"]);
});
