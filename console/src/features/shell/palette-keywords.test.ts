import { expect, test } from "bun:test";
import { PAGE_WORDS } from "../../../test/support/palette-words.ts";
import { settingsNavItems } from "../../lib/settings-nav-items.ts";
import { navGroupsFor } from "./nav-items.tsx";
import { KEYWORDS } from "./palette-keywords.ts";
import { rankOf } from "./palette-query.ts";

/** What pages require. Without one, its words find nothing. */
const PERMISSIONS = [
  "analytics.read",
  "app.write",
  "audit.read",
  "channel.read",
  "content.read",
  "health.read",
  "live_update.read",
  "mail.read",
  "person.read",
  "secret.read",
  "single_sign_on.read",
  "token.read",
  "tracker.read",
  "webhook.read",
];

test("finds pages by the words that people type for them", () => {
  const pages = [...navGroupsFor(PERMISSIONS).flatMap(({ items }) => items), ...settingsNavItems(PERMISSIONS)];
  const foundBy = (typed: string): readonly string[] =>
    pages
      .filter(({ label, to }) => rankOf({ label, keywords: KEYWORDS[to] }, typed) !== undefined)
      .map((each) => each.label);
  const missed = Object.entries(PAGE_WORDS).filter(([typed, label]) => !foundBy(typed).includes(label));
  expect(missed).toEqual([]);
});
