import type { ContentType } from "../content/body.ts";

/** Words of the titles that the console gives new parts, in each of its languages. Its tests compare them. */
const WORDS: Readonly<Record<ContentType, readonly string[]>> = {
  tour: ["Step", "الخطوة"],
  hint: ["Panel", "اللوحة"],
  announcement: ["Panel", "اللوحة"],
  checklist: ["Task", "المهمة"],
  survey: ["Question", "السؤال"],
  celebration: ["Panel", "اللوحة"],
  resource_center: ["Resource", "المورد"],
};

/** Whether a part still has the title that it got when it was added at this place. */
export function isDefaultTitle(type: ContentType, title: string, number: number): boolean {
  return WORDS[type].some((word) => title === `${word} ${number}`);
}
