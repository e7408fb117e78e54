import { z } from "zod";
import { isWallTime } from "../../targeting/schedule.ts";

export const wallTimeSchema = z
  .string()
  .refine((text) => isWallTime(text), "Enter a time without a time zone, such as 2026-12-31T09:30.");

/** Whose clock a wall time is read on. */
export const zoneSchema = z.enum(["utc", "person"]).default("utc");
