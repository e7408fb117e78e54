import type { Labels } from "@fanfare/sdk";
import { guestLabels, type Say } from "../guest-labels.ts";
import { type Language, language, languages } from "../language/language.ts";

/** All words of the players that a preview shows. */
const previewLabels = (t: Say): Labels => ({
  ...guestLabels(t),
  carousel: t("carousel"),
  slide: t("slide"),
  slide_position: t("{step} of {steps}"),
  survey_question: t("Question {step} of {steps}"),
  survey_required: t("(required)"),
  survey_unanswered: t("Please answer this question."),
  survey_submit: t("Send##survey"),
  survey_unsent: t("Your answer has not been sent. Press Escape again to leave without it."),
  survey_star: t("{step} of {steps}"),
  survey_faces: t("Very unhappy, Unhappy, Neutral, Happy, Very happy"),
  hint: t("Hint: {name}"),
  tasks_done: t("{step} of {steps} done"),
  task_done: t(", done"),
  minimise: t("Minimise"),
});

/**
 * The players' own words in the language of what they show, whatever that of the console is: as on a page that gives them.
 * Without a language that of the console; in one that the console does not speak, the players' English.
 *
 * @example
 * (await labelsIn("ar-EG")).next; // "التالي"
 */
export async function labelsIn(locale: string = language.tag): Promise<Labels> {
  const spoken = languages.find(({ tag }) => tag === locale.split("-", 1)[0]);
  const say = spoken === undefined ? undefined : await sayIn(spoken);
  return say === undefined ? {} : previewLabels(say);
}

async function sayIn({ tag }: Language): Promise<Say | undefined> {
  switch (tag) {
    case "en":
      return undefined;
    case "ar": {
      const { catalogue } = await import("../language/ar/catalogue.ts");
      return (text) => {
        const said = catalogue[text];
        return typeof said === "string" ? said : text;
      };
    }
  }
}
