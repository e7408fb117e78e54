import { consoleLimits } from "./limits/console.ts";
import { contentLimits } from "./limits/content.ts";
import { liveLimits } from "./limits/live.ts";
import { pageLimits } from "./limits/page.ts";
import { peopleLimits } from "./limits/people.ts";

/**
 * Every limit, with its unit in the name. Values named in the Pusher protocol are taken from it (Pusher documentation,
 * "Limits"). The others are Fanfare's.
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
