import type { Goal } from "@fanfare/contract/schema/goal";
import { PRESET_WORDS } from "../celebrations/preset-words.ts";
import { t, tCount } from "../language/t.ts";

/** What a form says of a goal. */
export type GoalWish = Pick<Goal, "name" | "event_name" | "window_days" | "attribution" | "celebration">;

/** A goal that is not there yet. */
export const NEW_GOAL: GoalWish = { name: "", event_name: "", window_days: 7, attribution: "last", celebration: null };

const FIELDS = ["name", "event_name", "window_days", "attribution", "celebration"] as const;

/** Which fields one says otherwise than another. */
export function changedIn(base: GoalWish, wish: GoalWish): readonly (typeof FIELDS)[number][] {
  return FIELDS.filter((field) => base[field] !== wish[field]);
}

/**
 * What both wanted, where they wanted it of different fields; undefined where one field was changed by both to something else.
 *
 * @example
 * goalOfBoth(base, { ...base, name: "Mine" }, { ...base, window_days: 3 }); // both changes
 */
export function goalOfBoth(base: GoalWish, mine: GoalWish, theirs: GoalWish): GoalWish | undefined {
  const own = changedIn(base, mine);
  if (own.some((field) => base[field] !== theirs[field] && mine[field] !== theirs[field])) return undefined;
  return { ...theirs, ...Object.fromEntries(own.map((field) => [field, mine[field]])) };
}

/** What somebody changed, in words; that they changed nothing is said, too. */
export function goalChanges(base: GoalWish, wish: GoalWish): readonly string[] {
  const fields = changedIn(base, wish);
  return fields.length === 0 ? [t("nothing that this form shows")] : fields.map((field) => WORDS[field](wish));
}

const WORDS: Readonly<Record<(typeof FIELDS)[number], (wish: GoalWish) => string>> = {
  name: ({ name }) => t("the name: {name}", { name }),
  event_name: ({ event_name }) => t("the event: {name}", { name: event_name }),
  window_days: ({ window_days }) =>
    tCount(window_days, "counts for a content of {n} day", "counts for a content of {n} days"),
  attribution: ({ attribution }) =>
    attribution === "last" ? t("of several contents the last") : t("of several contents the first"),
  celebration: ({ celebration }) =>
    celebration === null
      ? t("no celebration##goal")
      : t("the celebration: {name}", { name: PRESET_WORDS[celebration].label }),
};
