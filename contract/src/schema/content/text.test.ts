import { expect, test } from "bun:test";
import { findVariables } from "../../translation/text-variables.ts";
import { editionSchema } from "./content.ts";

const panel = { id: "p", title: "Panel" };
const body = { type: "announcement", form: "modal", panels: [panel] };
const german = { "p.title": "Tafel" };

test("rejects invalid and duplicate language tags", () => {
  const of = (translations: unknown) => editionSchema.safeParse({ body, locale: "en", translations }).success;
  expect([of({ de: german, "zh-Hant-TW": german }), of({ de_AT: german }), of({ de: german, DE: german })]).toEqual([
    ...[true, false, false],
  ]);
});

test("requires an attribute name and a fallback in variables", () => {
  const title = (text: string) =>
    editionSchema.safeParse({ body: { ...body, panels: [{ ...panel, title: text }] } }).success;
  const good = ["Hi {{name|there}}", "Hi {name}", "{{ open"];
  const bad = ["Hi {{name}}", "Hi {{name|}}", "Hi {{|there}}", "Hi {{user.name|there}}", "{{}}"];
  expect([good.every(title), bad.some(title)]).toEqual([true, false]);
  expect(findVariables("no variable")).toEqual([]);
});
