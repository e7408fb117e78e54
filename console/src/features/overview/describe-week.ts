import { percent } from "../../lib/i18n/format.ts";
import { t } from "../../lib/i18n/t.ts";

/**
 * Compares 7 days with the 7 days before. Today is incomplete, so a decrease is only "so far". Undefined if there is
 * nothing to compare with.
 */
export function describeWeek(now: number, before: number): string | undefined {
  if (before === 0 || now === before) return undefined;
  const share = percent(Math.abs(now - before) / before);
  return now > before ? t("{share} more", { share }) : t("{share} fewer so far", { share });
}
