import "../../../test/support/po-loader.ts";
import { expect, test } from "bun:test";
import { labelsIn } from "./preview-labels.ts";

test("players speak the language of what they show, and their own English where the console has no words for it", async () => {
  const arabic = await labelsIn("ar-EG");
  expect(arabic.next).toBe("التالي");
  expect(arabic.progress).toContain("{step}");
  const missing = Object.entries(arabic).filter(([, text]) => !/\p{Script=Arabic}/u.test(String(text)));
  expect(missing).toEqual([]);
  expect(await labelsIn("de-CH")).toEqual({});
  expect(await labelsIn("en")).toEqual({});
  expect(await labelsIn()).toEqual({});
});
