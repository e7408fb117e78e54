import { z } from "zod";
import { limits } from "../limits.ts";

export const slugSchema = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Use lower-case letters and digits, parted by single dashes.")
  .max(limits.slug_chars_max);
