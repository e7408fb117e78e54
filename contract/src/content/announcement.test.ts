import { expect, test } from "bun:test";
import { ANNOUNCEMENT_FORMS, isInFeed } from "./announcement.ts";

test("lists only toasts in the feed by default", () => {
  expect(ANNOUNCEMENT_FORMS.filter((form) => isInFeed({ form }))).toEqual(["toast"]);
  expect(isInFeed({ form: "toast", feed: false })).toBe(false);
  expect(isInFeed({ form: "modal", feed: true })).toBe(true);
});
