import { expect, setDefaultTimeout, test } from "bun:test";
import type { FolderFile } from "@fanfare/contract/content-folder";
import { BUILT_IN_THEME } from "@fanfare/contract/theme/theme";
import fc from "fast-check";
import { arbitraryOf, isObject, type JsonValue } from "../../../test/support/arbitrary-schema.ts";
import { file, lost, withIds } from "../../../test/support/folder-file.ts";
import { APP, sampleTour, startTemporaryServer, type TestBrowser } from "../../../test/support/temporary-server.ts";
import { temporaryPostgresStore } from "../../../test/support/temporary-store.ts";
import { type FileSchemaName, fileSchema } from "../../engage/content-folder/file-schemas.ts";

const NIGHTLY = process.env["NIGHTLY"] === "1";
const BATCHES = NIGHTLY ? 24 : 1;
const BATCH = 30;
const SEED = 31;
const FOLDER = `/api/content-folder?app_id=${APP.id}`;
setDefaultTimeout(NIGHTLY ? 20 * 60_000 : 120_000);

const plan = (value: string) => ({
  ...{ kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value } },
});
/** What random content refers to. */
const BASE = [
  file("fanfare.json", { format: 1 }),
  file("themes/brand.json", { name: "Brand", theme: BUILT_IN_THEME }),
  file("segments/pro.json", { name: "Pro", rule: plan("pro") }),
  file("segments/free.json", { name: "Free", rule: plan("free") }),
  file("contents/base/content.json", { name: "Base", ...sampleTour("Base") }),
];
const KNOWN = { theme: ["brand"], segment: ["pro", "free"], content: ["base"], name: ["plan", "Seats"] };

const some = (name: FileSchemaName): fc.Arbitrary<JsonValue> => arbitraryOf(fileSchema(name), KNOWN);
const folder = fc.record({
  main: some("content"),
  variants: fc.array(some("variant"), { maxLength: 2 }),
  de: some("locale"),
});

interface Parts {
  readonly main: JsonValue;
  readonly variants: readonly JsonValue[];
  readonly de: JsonValue;
}

/** Files of one content item, without what depends on other parts: IDs, the type of variants, and quotas of surveys. */
function filesOf({ main, variants, de }: Parts, index: number): readonly FolderFile[] {
  const path = `contents/random-${index}`;
  const { quota, experiment, tags, ...rest } = objectOf(main);
  const { body } = rest;
  const ids = isObject(experiment) ? ["b", "c"].slice(0, variants.length) : [];
  return [
    file(`${path}/content.json`, {
      ...withIds(rest),
      ...(Array.isArray(tags) ? { tags: tags.filter((tag) => tag !== "") } : {}),
      ...(objectOf(body)["type"] === "survey" && quota !== undefined ? { quota } : {}),
      ...(ids.length > 0 ? { experiment: { ...objectOf(experiment), variants: ids } } : {}),
    }),
    ...ids.map((id, at) => {
      const { translations, ...variant } = objectOf(variants[at]);
      const same_type = objectOf(variant["body"])["type"] === objectOf(body)["type"] ? {} : { body };
      const texts = Object.values(objectOf(translations)).map((each, language) => [["de", "fr"][language], each]);
      const translated = translations === undefined ? {} : { translations: Object.fromEntries(texts) };
      return file(`${path}/variants/${id}.json`, withIds({ ...variant, ...same_type, ...translated }));
    }),
    file(`${path}/locales/de.json`, de),
  ];
}

const objectOf = (value: JsonValue | undefined) => (isObject(value) ? value : {});

const push = (owner: TestBrowser, files: readonly FolderFile[]) =>
  owner.call("PUT", FOLDER, { files: [...BASE, ...files], overwrite: true, prune: false });
const pull = async (owner: TestBrowser): Promise<readonly FolderFile[]> => (await owner.call("GET", FOLDER)).json.files;

/** Leaves out items that the server refuses, by its own list of problems. */
async function acceptable(
  owner: TestBrowser,
  items: readonly (readonly FolderFile[])[],
): Promise<readonly (readonly FolderFile[])[]> {
  const { status, json } = await owner.call("POST", FOLDER.replace("?", "/plan?"), {
    files: [...BASE, ...items.flat()],
    prune: false,
  });
  if (status === 200) return items;
  expect(json.code).toBe("folder_invalid");
  const refused = json.fields.map(({ pointer }: { readonly pointer: string }) => pointer.slice(1));
  const rest = items.filter((files) => !files.some(({ path }) => refused.includes(path)));
  expect(rest.length).toBeLessThan(items.length);
  return acceptable(owner, rest);
}

test(`${BATCHES * BATCH} random contents come back the same in every byte from SQLite and PostgreSQL`, async () => {
  await using postgres = await temporaryPostgresStore();
  await using first = await startTemporaryServer();
  await using second = await startTemporaryServer({ environment: { FANFARE_DATABASE_URL: postgres.url } });
  const [one, other] = [await first.ownerBrowser(), await second.ownerBrowser()];
  const made = fc.sample(folder, { seed: SEED, numRuns: BATCHES * BATCH }).map(filesOf);
  let accepted = 0;
  for (let at = 0; at < made.length; at += BATCH) {
    const items = await acceptable(one, made.slice(at, at + BATCH));
    accepted += items.length;
    expect((await push(one, items.flat())).status).toBe(200);
    const written = await pull(one);
    for (const { path, text } of items.flat()) {
      const now = written.find((each) => each.path === path)?.text ?? "{}";
      expect([path, lost(text, now)]).toEqual([path, []]);
    }
    expect(
      (
        await push(
          other,
          written.filter(({ path }) => !BASE.some((base) => base.path === path)),
        )
      ).status,
    ).toBe(200);
    expect(await pull(other)).toEqual(written);
    // What was pulled is what the server has.
    const again = await other.call("POST", FOLDER.replace("?", "/plan?"), { files: written, prune: false });
    expect(again.json.changes).toEqual([]);
  }
  // Most aren't refused, so that the test says something.
  expect(accepted).toBeGreaterThanOrEqual(NIGHTLY ? 500 : made.length / 2);
});
