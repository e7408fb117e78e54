import type { Labels } from "@fanfare/sdk";

/** Translates an English text. Keeps placeholders in braces, which the player fills. */
export type Translate = (text: string) => string;

/** Player labels for the console's own content. */
export const consoleSdkLabels = (t: Translate): Labels => ({
  next: t("Next"),
  back: t("Back"),
  finish: t("Done"),
  close: t("Close"),
  progress: t("Step {step} of {steps}"),
  waiting: t("Loading…"),
  do_not_show_again: t("Do not show again for {days} days"),
  remind_later: t("Remind me later"),
  celebration: t("Congratulations!"),
  notifications: t("Notifications"),
  notifications_more: t("{count} more"),
  notifications_new: t("{count} new notifications"),
  pause: t("Pause for 1 hour"),
  dismiss_all: t("Dismiss all"),
});
