import { limits } from "@fanfare/contract/limits";
import { tCount } from "./language/t.ts";

/** Below a field in which somebody chooses a password. */
export const PASSWORD_HINT = tCount(
  limits.password_chars_min,
  "At least {n} character; a sentence is easier to keep in mind than symbols.",
  "At least {n} characters; a sentence is easier to keep in mind than symbols.",
);
