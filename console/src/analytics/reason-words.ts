import type { EndReason, StartReason } from "@fanfare/contract/events";
import { t } from "../language/t.ts";

/** Why runs begin. */
export const START_WORDS: Readonly<Record<StartReason, string>> = {
  rule: t("Rule"),
  api: t("Api"),
  event: t("Event"),
  link: t("Link"),
  button: t("Button"),
  resume: t("Resume"),
  preview: t("Preview"),
};

/** How runs end. */
export const END_WORDS: Readonly<Record<EndReason, string>> = {
  completed: t("Completed"),
  close_button: t("Close button"),
  escape: t("Escape"),
  outside_click: t("Outside click"),
  do_not_show_again: t("Do not show again"),
  snoozed: t("Snoozed"),
  replaced: t("Replaced"),
  unpublished: t("Unpublished"),
  target_missing: t("Target missing"),
  navigation: t("Navigation"),
  api: t("Api"),
  error: t("Error"),
};
