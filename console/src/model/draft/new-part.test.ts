import { expect, test } from "bun:test";
import { CONTENT_TYPES } from "@fanfare/contract/content/body";
import { isDefaultTitle } from "@fanfare/contract/publish/default-title";
import { arabicCatalog } from "../../../test/support/arabic.ts";
import { newPart } from "./new-part.ts";

test("gives new parts titles that the publish check recognizes in every language", () => {
  for (const type of CONTENT_TYPES) {
    const { title } = newPart(type, "one", 12);
    const arabic = arabicCatalog.fill(title.replace("12", "{n}"), { n: 12 }) ?? "";
    const recognized = [title, arabic].map((each) => isDefaultTitle(type, each, 12));
    expect({ type, title, arabic, recognized }).toEqual({ type, title, arabic, recognized: [true, true] });
    expect(isDefaultTitle(type, title, 11)).toBe(false);
  }
});
