import { expect, test } from "bun:test";
import "@fanfare/contract/schema/validation-messages";
import { type CompiledMessage, compileMessage } from "@lingui/message-utils/compileMessage";
import { z } from "zod";
import { currentMessages } from "../../../locales/messages.ts";
import { messageKey, type PoMessage } from "../../../locales/po.ts";
import { arabicCatalog, arabicMessages } from "../../../test/support/arabic.ts";
import { consoleTexts } from "../../../test/support/ui-texts.ts";

const current = currentMessages(arabicMessages);

interface Shape {
  readonly names: readonly string[];
  readonly plurals: readonly (readonly string[])[];
}

/** Arguments of a message and the forms of its plurals. */
function shapeOf(message: CompiledMessage): Shape {
  const names = new Set<string>();
  const plurals: string[][] = [];
  const walk = (tokens: CompiledMessage): void => {
    for (const token of typeof tokens === "string" ? [] : tokens) {
      if (typeof token === "string") continue;
      const [name, kind, branches] = token;
      names.add(name);
      if (typeof branches !== "object" || branches === null) continue;
      if (kind === "plural") plurals.push(Object.keys(branches).filter((form) => form !== "offset"));
      for (const branch of Object.values(branches)) if (Array.isArray(branch)) walk(branch);
    }
  };
  walk(message);
  return { names: [...names].sort(), plurals };
}

const shapes = ({ message, translation }: PoMessage) => ({
  english: shapeOf(compileMessage(message)),
  arabic: shapeOf(compileMessage(translation)),
});

test("finds no text in the code that skips the catalog", () => {
  expect(consoleTexts().bare).toEqual([]);
});

test("has an Arabic translation of every text (npm run locales adds missing ones)", () => {
  const missing = current.filter(({ translation }) => translation === "");
  expect(missing.map(({ message, context, files }) => ({ message, context, at: files[0] }))).toEqual([]);
});

test("has no unused or duplicate message in the PO file (npm run locales)", () => {
  const used = new Set(current.map(messageKey));
  const keys = arabicMessages.map(messageKey);
  expect(keys.filter((key) => !used.has(key))).toEqual([]);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test("has the same arguments in a translation as in its text", () => {
  const wrong = arabicMessages.filter((each) => {
    // Zod's messages about types and patterns are for developers.
    if (each.context?.startsWith("problem.") || each.files.includes("console/src/lib/i18n/field-sentences.ts")) {
      return false;
    }
    const { english, arabic } = shapes(each);
    return english.names.join() !== arabic.names.join();
  });
  expect(wrong.map(({ message, translation }) => [message, translation])).toEqual([]);
});

test("has every Arabic plural form in a counted translation", () => {
  const categories = new Intl.PluralRules("ar").resolvedOptions().pluralCategories.toSorted().join();
  const wrong = arabicMessages.filter((each) => {
    const { english, arabic } = shapes(each);
    if (english.plurals.length > 0 && arabic.plurals.length === 0) return true;
    return arabic.plurals.some((forms) => forms.toSorted().join() !== categories);
  });
  expect(wrong.map(({ message, translation }) => [message, translation])).toEqual([]);
});

test("has Arabic letters in every translation, except in names", () => {
  // Ignores arguments, ICU keywords, and directional characters.
  const letters = (text: string): string =>
    text.replaceAll(/\{\w+(, (plural|select),)?|\b(zero|one|two|few|many|other)\b|[\u2066-\u2069]/g, "");
  const latin = arabicMessages.filter(
    ({ message, translation }) =>
      /[a-z]{2}/i.test(letters(translation)) &&
      !/\p{Script=Arabic}/u.test(translation) &&
      letters(translation) !== letters(message),
  );
  expect(latin.map(({ message }) => message)).toEqual([]);
});

test("fills plural forms and recognizes field messages of the server", () => {
  const people = "{n, plural, one {# person} other {# people}}";
  const counted = [0, 1, 2, 3, 11, 100].map((n) => arabicCatalog.fill(people, { n }));
  expect(new Set(counted).size).toBe(6);
  expect(arabicCatalog.known("Enter a name.")).toMatch(/\p{Script=Arabic}/u);
  expect(arabicCatalog.known("Use at most 90 days.")).toMatch(/90/);
  expect(arabicCatalog.known("Use at least 2 characters.")).toBe("حرفان على الأقل.");
  expect(arabicCatalog.known("ECONNREFUSED")).toBeUndefined();
});

test("translates what the schemas say where they have no message of their own, and nothing of zod", () => {
  const short = z.strictObject({ name: z.string().max(3), list: z.array(z.number().min(2)).min(2) });
  const issues = [{}, { name: "long", list: [1, 2], other: 1 }, { name: 1, list: [3] }, { name: "a", list: ["b"] }, 1]
    .flatMap((value) => short.safeParse(value).error?.issues ?? [])
    .map(({ message }) => message);
  expect(issues.filter((message) => arabicCatalog.known(message) === undefined)).toEqual([]);
  expect(arabicMessages.filter(({ message }) => /^(Too (big|small)|Invalid input): /.test(message))).toEqual([]);
});
