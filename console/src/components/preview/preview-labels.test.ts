import "../../../test/support/po-loader.ts";
import { expect, test } from "bun:test";
import { labelsIn } from "./preview-labels.ts";

test("uses labels in the content's language, or English if the console has none", async () => {
  const arabic = await labelsIn("ar-EG");
  expect(arabic.next).toBe("التالي");
  expect(arabic.progress).toContain("{step}");
  const missing = Object.entries(arabic).filter(([, text]) => !/\p{Script=Arabic}/u.test(String(text)));
  expect(missing).toEqual([]);
  expect(await labelsIn("de-CH")).toEqual({});
  expect(await labelsIn("en")).toEqual({});
  expect(await labelsIn()).toEqual({});
});
