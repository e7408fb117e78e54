import { expect, test } from "bun:test";
import { ANNOUNCEMENT_FORMS, isInFeed } from "./announcement.ts";

test("what goes by itself can be read again where nothing else is said", () => {
  expect(ANNOUNCEMENT_FORMS.filter((form) => isInFeed({ form }))).toEqual(["toast"]);
  expect(isInFeed({ form: "toast", feed: false })).toBe(false);
  expect(isInFeed({ form: "modal", feed: true })).toBe(true);
});
