import type { ContentType } from "@fanfare/contract/content/body";
import { limits } from "@fanfare/contract/limits";
import type { CreateContentRequest } from "@fanfare/contract/schema/accounts/sign-in";
import { t } from "../../lib/i18n/t.ts";

type NewDraft = CreateContentRequest["draft"];

/**
 * What a content of a type begins as: complete enough to be saved and looked at, little enough to be written over.
 * `newId` makes the ids of its parts.
 *
 * @example
 * firstDraft("survey", "How are we doing?", "how-are-we-doing", () => newPartId("survey"));
 */
export function initialDraft(type: ContentType, name: string, slug: string, newId: () => string): NewDraft {
  const title = name.slice(0, limits.step_title_chars_max);
  switch (type) {
    case "tour":
      return { body: { type, steps: [{ kind: "centered", id: newId(), title, blocks: [] }] } };
    case "hint":
      return {
        body: {
          type,
          form: "hotspot",
          panel: { id: newId(), title },
          // A mark that a developer can put on the element, whatever else it is.
          target: { strategies: [{ kind: "attribute", name: "data-hint", value: slug }] },
        },
      };
    case "announcement":
      return { body: { type, form: "modal", panels: [{ id: newId(), title }] }, frequency: { mode: "once" } };
    case "checklist":
      return {
        body: {
          type,
          title,
          tasks: [t("First task"), t("Second task")].map((task) => ({
            ...{ id: newId(), title: task, done_when: { kind: "person" } },
          })),
        },
      };
    case "survey":
      return {
        body: {
          type,
          title,
          questions: [
            {
              ...{ kind: "nps", id: newId(), title: t("How likely are you to recommend us to a friend?") },
              ...{ low_label: t("Not at all"), high_label: t("Very likely") },
            },
          ],
          thanks: { title: t("Thank you!") },
        },
        frequency: { mode: "once" },
      };
    case "celebration":
      // It comes when it is asked for: what deserves one is the author's to say.
      return { body: { type, preset: "cannons" }, trigger: { kind: "manual" }, frequency: { mode: "always" } };
  }
}
