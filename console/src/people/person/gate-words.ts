import type { Gate } from "@fanfare/contract/rules";
import { asIs, t } from "../../language/t.ts";

/** What each gate is about, in a word or two; its evidence is a sentence. */
export const GATE_WORDS: Readonly<Record<Gate, string>> = {
  app_paused: t("App"),
  not_published: t("Publication"),
  schedule: t("Schedule"),
  identity: t("Signed in or not"),
  audience: t("Audience"),
  url: t("Page address"),
  element: t("Elements of the page"),
  event: t("Trigger"),
  frequency: t("Frequency"),
  cap_group: t("Cap groups"),
  suppressed: t("“Do not show again”"),
  snoozed: t("“Remind me later”"),
  holdout: t("Holdout"),
  percentage: t("Roll-out"),
  lane_busy: t("Other content on the screen"),
  outranked: t("Priority"),
  host_paused: t("Paused by the page"),
  consent: t("Consent"),
  target_missing: t("Target there"),
  target_hidden: t("Target visible"),
  sdk_blocked: asIs("SDK"),
  version_mismatch: t("Version of the page"),
};
