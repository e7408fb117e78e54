import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { builderEvidenceMessages, builderMessages } from "../../../../console/locales/messages.ts";
import { messageKey, readPo } from "../../../../console/locales/po.ts";
import { builderTexts } from "../../../../console/test/support/ui-texts.ts";
import { tKnown } from "./t.ts";

const readCatalog = (file: string) => readPo(readFileSync(join(import.meta.dirname, "../locales", file), "utf8"));
const arabic = [...(await readCatalog("ar.po")), ...(await readCatalog("evidence/ar.po"))];
const sources = [...builderMessages(), ...builderEvidenceMessages()];

/** Classes, events, and keys, which read like words. */
const NOT_SHOWN = /^((bar|row|chip|soft|fields|notice|insert) [a-z]+|pointer(over|down) .*|Ctrl\+Shift\+6)$/;

test("finds no text of the builder that skips the catalog", () => {
  expect(builderTexts().bare.filter(({ text }) => !NOT_SHOWN.test(text))).toEqual([]);
});

test("has an Arabic translation of every text of the builder (npm run locales adds missing ones)", () => {
  const translated = new Set(arabic.filter(({ translation }) => translation !== "").map(messageKey));
  expect(sources.map(messageKey).filter((key) => !translated.has(key))).toEqual([]);
});

test("has no unused message in the builder's PO file (npm run locales)", () => {
  const used = new Set(sources.map(messageKey));
  expect(arabic.map(messageKey).filter((key) => !used.has(key))).toEqual([]);
});

test("has the same arguments in a translation of the builder as in its text", () => {
  // Branches of choices read like arguments.
  const names = (text: string) => {
    const choices = [...text.matchAll(/\{(\w+), (?:plural|select)/g)];
    const found = choices.length > 0 ? choices : [...text.matchAll(/\{(\w+)\}/g)];
    return [...new Set(found.map(([, name]) => name))].sort();
  };
  const wrong = arabic.filter(({ message, translation }) => `${names(message)}` !== `${names(translation)}`);
  expect(wrong.map(({ message }) => message)).toEqual([]);
});

test("shows typographic apostrophes in every English text", () => {
  for (const { message } of builderMessages()) expect(tKnown(message)).not.toMatch(/\w'\w|s' /);
});
