import type { ContentType } from "@fanfare/contract/content/body";
import type { CreateContentRequest } from "@fanfare/contract/schema/accounts/sign-in";
import { t } from "../../lib/i18n/t.ts";
import { newStrategy } from "./steps.ts";

type NewDraft = CreateContentRequest["draft"];

/**
 * Initial draft of a type: complete enough to save and preview, short enough to replace. Targets are left for the
 * author to choose. `newId` creates the part IDs.
 *
 * @example
 * initialDraft("survey", () => newPartId("survey"));
 */
export function initialDraft(type: ContentType, newId: () => string): NewDraft {
  // The content's name is only for the team. Publishing requires a title that the author wrote for people.
  const title = "";
  switch (type) {
    case "tour":
      return { body: { type, steps: [{ kind: "centered", id: newId(), title, blocks: [] }] } };
    case "hint":
      return {
        body: {
          type,
          form: "hotspot",
          panel: { id: newId(), title },
          // Only the author knows the element. Publishing requires one.
          target: { strategies: [newStrategy("test_id")] },
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
          // Its heading is in a part that authors of one question may not open.
          title: t("Your feedback"),
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
    case "resource_center":
      return {
        body: {
          type,
          title: t("Help"),
          resources: [
            {
              id: newId(),
              title: t("What’s new"),
              description: t("Announcements and messages, newest first"),
              action: { kind: "feed" },
            },
          ],
        },
        frequency: { mode: "always" },
      };
    case "celebration":
      // Manual trigger: only the author can decide what deserves a celebration.
      return { body: { type, preset: "cannons" }, trigger: { kind: "manual" }, frequency: { mode: "always" } };
  }
}
