import { dayAndYear } from "../../language/format.ts";
import { t } from "../../language/t.ts";

/** Until when something is hidden: `until Nov 21, 2027`. */
export function untilWords(expires_at: string): string {
  return t("until {when}", { when: dayAndYear(Date.parse(expires_at)) });
}
