import { consoleLimits } from "./limits/console.ts";
import { contentLimits } from "./limits/content.ts";
import { liveLimits } from "./limits/live.ts";
import { pageLimits } from "./limits/page.ts";
import { peopleLimits } from "./limits/people.ts";

/**
 * Every number that bounds something, with its unit in its name. Where the Pusher protocol names a value it is used
 * (Pusher documentation, "Limits"); the others are decisions of Fanfare.
 */
export const limits = {
  ...liveLimits,
  ...peopleLimits,
  ...contentLimits,
  ...pageLimits,
  ...consoleLimits,
} as const;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
