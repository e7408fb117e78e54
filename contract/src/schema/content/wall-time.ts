import { z } from "zod";
import { isTimeZone } from "../../lib/wall-clock.ts";
import { limits } from "../../limits.ts";
import { isWallTime } from "../../targeting/schedule.ts";

export const wallTimeSchema = z
  .string()
  .refine((text) => isWallTime(text), "Enter a time without a time zone, such as 2026-12-31T09:30.");

/** Whose clock a wall time is read on. */
export const zoneSchema = z.enum(["utc", "person"]).default("utc");

export const timeZoneSchema = z
  .string()
  .max(limits.time_zone_chars_max)
  .refine(isTimeZone, "Enter a valid time zone, such as Europe/Zurich.");
