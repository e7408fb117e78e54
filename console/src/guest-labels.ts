import type { Labels } from "@fanfare/sdk";
import { t } from "./language/t.ts";

/** The words of the player where the console is its own guest. What stands in braces the player fills. */
export const guestLabels: Labels = {
  next: t("Next"),
  back: t("Back"),
  finish: t("Done"),
  close: t("Close"),
  progress: t("Step {step} of {steps}", { step: "{step}", steps: "{steps}" }),
  waiting: t("One moment…"),
  do_not_show_again: t("Do not show again for {days} days", { days: "{days}" }),
  remind_later: t("Remind me later"),
  celebration: t("Congratulations!"),
  notifications: t("Notifications"),
};
