import type { DegradedReason } from "@fanfare/contract/schema/responses/accounts/server-health";
import { t } from "../lib/i18n/t.ts";

/** What is wrong, and what still works. */
export const DEGRADED_TEXTS: Readonly<Record<DegradedReason, { readonly title: string; readonly effect: string }>> = {
  disk_full: {
    title: t("The server’s disk is full"),
    effect: t("Changes can’t be saved. Published content and live updates still work."),
  },
  disk_low: {
    title: t("The server’s disk is almost full"),
    effect: t("Everything still works. Free up disk space soon."),
  },
  clock_wrong: {
    title: t("The server’s clock is wrong"),
    effect: t("Schedules and reports may be off. Everything else still works."),
  },
  store_unavailable: {
    title: t("Database writes are failing"),
    effect: t("Changes can’t be saved. Published content still works."),
  },
  redis_unavailable: {
    title: t("Redis doesn’t respond"),
    effect: t("Events reach only the people on the same server. Everything else still works."),
  },
};
