import { expect, test } from "bun:test";
import { consoleTexts } from "../../test/texts.ts";
import { catalogue, rooms } from "./ar/catalogue.ts";
import type { Counted } from "./catalogue.ts";

const { said, bare } = consoleTexts();
const { contract } = rooms;
/** Texts of tables of the contract and of the server do not stand in the code of the console. */
const own = Object.fromEntries(Object.entries(rooms).filter(([name]) => !name.startsWith("contract")));
const namesOf = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();
const formsOf = (translated: string | Counted): string[] =>
  typeof translated === "string" ? [translated] : Object.values(translated);

test("no word for people stands in the code outside of the catalogue", () => {
  expect(bare).toEqual([]);
});

test("every text of the code is there in Arabic", () => {
  expect(said.filter(({ text }) => !Object.hasOwn(catalogue, text))).toEqual([]);
});

test("the catalogue holds no text that the code does not have, and none twice", () => {
  const texts = new Set(said.map(({ text }) => text));
  expect(Object.values(own).flatMap((room) => Object.keys(room).filter((text) => !texts.has(text)))).toEqual([]);
  const keys = Object.values(rooms).flatMap((room) => Object.keys(room));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test("a translation has the names of its text, and a counted one every form that Arabic counts in", () => {
  const categories = new Intl.PluralRules("ar").resolvedOptions().pluralCategories.toSorted();
  const wrong = said.flatMap(({ text, counted, at }) => {
    const translated: string | Counted | undefined = catalogue[text];
    if (translated === undefined) return [];
    if (counted !== (typeof translated !== "string")) return [{ at, text, why: "counted in one of the two only" }];
    if (typeof translated !== "string" && Object.keys(translated).toSorted().join() !== categories.join()) {
      return [{ at, text, why: `needs ${categories.join(", ")}` }];
    }
    // "One person" needs no digit, and neither do none and two.
    const own = (each: string): string =>
      namesOf(each)
        .filter((name) => !counted || name !== "{n}")
        .join();
    // Of none there may be nothing to tell.
    const told = typeof translated === "string" ? [translated] : formsOf({ ...translated, zero: translated.other });
    return told.some((form) => own(form) !== own(text)) ? [{ at, text, why: "other names" }] : [];
  });
  expect(wrong).toEqual([]);
});

test("a translation is in Arabic letters, unless it is a name", () => {
  const latin = Object.entries(catalogue).filter(([, translated]) =>
    formsOf(translated).some(
      (form) => /[a-z]{2}/i.test(form.replace(/\{\w+\}/g, "")) && !/\p{Script=Arabic}/u.test(form),
    ),
  );
  // Letters of direction are none that somebody reads.
  const plain = (form: string): string => form.replaceAll(/[\u2066-\u2069]/g, "");
  const other = latin.filter(([text, translated]) => formsOf(translated).some((form) => plain(form) !== text));
  expect(other.map(([text]) => text)).toEqual([]);
  expect(Object.keys(contract).length).toBeGreaterThan(100);
});
