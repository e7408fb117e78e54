import type { Labels } from "@fanfare/sdk";
import { consoleSdkLabels, type Translate } from "../../lib/console-sdk-labels.ts";
import { loadCatalog } from "../../lib/i18n/catalog.ts";
import { language, languages } from "../../lib/i18n/language.ts";
import { template } from "../../lib/i18n/t.ts";

const previewLabels = (t: Translate): Labels => ({
  ...consoleSdkLabels(t),
  carousel: t("carousel"),
  slide: t("slide"),
  slide_position: t("{step} of {steps}"),
  survey_question: t("Question {step} of {steps}"),
  survey_required: t("(required)"),
  survey_unanswered: t("Answer this question to continue."),
  survey_submit: t("Send##survey"),
  survey_unsent: t("Your answer hasn’t been sent. Press Escape again to discard it."),
  survey_star: t("{step} of {steps}"),
  survey_faces: t("Very unhappy, Unhappy, Neutral, Happy, Very happy"),
  survey_other: t("Enter your own answer."),
  survey_rows: t("Answer every row."),
  survey_ranks: t("Choose a place for each of the {count} options."),
  survey_email: t("Enter a valid email address."),
  survey_date: t("Enter a complete date."),
  hint: t("Hint: {name}"),
  tasks_done: t("{step} of {steps} done"),
  task_done: t(", done"),
  minimise: t("Minimize"),
  unavailable: t("This isn’t available right now."),
});

/**
 * Returns the player's labels in the language of the content. Defaults to the console's language. Falls back to English
 * for languages that the console doesn't support.
 *
 * @example
 * (await labelsIn("ar-EG")).next; // "التالي"
 */
export async function labelsIn(locale: string = language.tag): Promise<Labels> {
  const supported = languages.find(({ tag }) => tag === locale.split("-", 1)[0]);
  const messages = supported === undefined ? undefined : await loadCatalog(supported.tag);
  return messages === undefined ? {} : previewLabels((text) => template(text, messages));
}
