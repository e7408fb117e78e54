import { expect, test } from "bun:test";
import type { FolderFile } from "@fanfare/contract/content-folder";
import { BUILT_IN_THEME } from "@fanfare/contract/theme/theme";
import Ajv2020 from "ajv/dist/2020";
import { isObject, type JsonValue } from "../../../test/support/arbitrary-schema.ts";
import { file, lost, withIds } from "../../../test/support/folder-file.ts";
import { coverageOf, fullSamples } from "../../../test/support/full-schema.ts";
import { APP, sampleTour, startTemporaryServer, type TestBrowser } from "../../../test/support/temporary-server.ts";
import { fileSchema, schemaNameOf } from "../../engage/content-folder/file-schemas.ts";

const FOLDER = `/api/content-folder?app_id=${APP.id}`;
const RULE = { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "pro" } };
/** What the samples refer to. */
const BASE = [
  file("fanfare.json", { format: 1 }),
  file("themes/brand.json", { name: "Brand", theme: BUILT_IN_THEME }),
  file("segments/pro.json", { name: "Pro", rule: RULE }),
  file("contents/base/content.json", { name: "Base", ...sampleTour("Base") }),
];
const KNOWN = { theme: ["brand"], segment: ["pro"], content: ["base"] };

/** Content of each type and form with every field set, as its files: the languages and a variant are files of their own. */
function filesOf(value: JsonValue, index: number): readonly FolderFile[] {
  const path = `contents/full-${index}`;
  const { $schema, quota, ...rest } = isObject(value) ? value : {};
  const { body, experiment } = rest;
  const is_survey = isObject(body) && body["type"] === "survey";
  const texts = { "part-1.title": "Titel" };
  return [
    file(`${path}/content.json`, {
      ...withIds({ ...rest, ...(is_survey ? { quota } : {}) }),
      experiment: { ...Object(experiment), variants: ["b"] },
    }),
    file(`${path}/locales/de.json`, texts),
    file(`${path}/locales/ar.json`, texts),
    file(`${path}/variants/b.json`, withIds({ name: "Short", weight: 40, body, translations: { de: texts } })),
  ];
}

const push = (owner: TestBrowser, files: readonly FolderFile[]) =>
  owner.call("PUT", FOLDER, { files, overwrite: true, prune: false });

const pull = async (owner: TestBrowser): Promise<readonly FolderFile[]> => (await owner.call("GET", FOLDER)).json.files;

test("content of each type and form with every field set moves on in the same bytes", async () => {
  const schema = fileSchema("content");
  const coverage = coverageOf(schema);
  const samples = fullSamples(schema, KNOWN).filter(coverage.add);
  expect(coverage.missing()).toEqual([]);
  const files = samples.flatMap(filesOf);
  await using first = await startTemporaryServer();
  await using second = await startTemporaryServer();
  const [one, other] = [await first.ownerBrowser(), await second.ownerBrowser()];
  const pushed = await push(one, [...BASE, ...files]);
  expect([pushed.status, pushed.json.fields]).toEqual([200, undefined]);
  const pulled = await pull(one);
  for (const { path, text } of files) {
    const now = pulled.find((each) => each.path === path)?.text ?? "{}";
    expect([path, lost(text, now)]).toEqual([path, []]);
  }
  const ajv = new Ajv2020({ allowUnionTypes: true });
  const validators = Map.groupBy(pulled, ({ path }) => schemaNameOf(path) ?? "folder");
  for (const [name, each] of validators) {
    const validate = ajv.compile(fileSchema(name));
    for (const { path, text } of each) {
      validate(JSON.parse(text));
      expect([path, validate.errors]).toEqual([path, null]);
    }
  }
  expect((await push(other, pulled)).status).toBe(200);
  expect(await pull(other)).toEqual(pulled);
}, 120_000);
