import { expect, test } from "bun:test";
import { suggestedSourceLocale } from "./locale-options.ts";

test("suggests the browser's first language that members can select, without a region that only some texts need", () => {
  expect(suggestedSourceLocale(["de-DE", "en"])).toBe("de");
  expect(suggestedSourceLocale(["pt-BR"])).toBe("pt-BR");
  expect(suggestedSourceLocale(["zh-TW"])).toBe("zh-Hant");
  expect(suggestedSourceLocale(["tlh", "ar-JO"])).toBe("ar");
  expect(suggestedSourceLocale([])).toBe("en");
});
