import { limits } from "@fanfare/contract/limits";
import { tCount } from "./i18n/t.ts";

export const PASSWORD_HINT = tCount(
  limits.password_chars_min,
  "At least {n} character. A sentence is easier to remember than symbols.",
  "At least {n} characters. A sentence is easier to remember than symbols.",
);
