import { z } from "zod";
import { limits } from "../limits.ts";

export const slugSchema = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Use lowercase letters and digits, separated by single hyphens.")
  .max(limits.slug_chars_max);
