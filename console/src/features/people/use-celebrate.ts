import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import type { PersonSummary } from "@fanfare/contract/schema/responses/people/person";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { toast } from "../../lib/toast.ts";
import { personName } from "../../model/person-labels.ts";

/** Sends these people a celebration in one message. */
export function useCelebrate(
  people: readonly Pick<PersonSummary, "external_id" | "name" | "email" | "anonymous">[],
): (preset: CelebrationPreset) => Promise<void> {
  const { api } = useAppContext();
  const app = useApp();
  const [one] = people;
  const celebrate = async (preset: CelebrationPreset): Promise<void> => {
    try {
      await api.call("POST /api/live-updates", {
        query: { app_id: app.id },
        body: {
          audience: { kind: "people", external_ids: people.map(({ external_id }) => external_id) },
          body: { kind: "celebration", preset },
        },
      });
      toast.done({
        title:
          one !== undefined && people.length === 1
            ? t("Confetti sent to {name}", { name: personName(one) })
            : tCount(people.length, "Confetti sent to {n} person", "Confetti sent to {n} people"),
        description: t("Plays on their open pages now, or on the next page they open within a day."),
      });
    } catch (error) {
      toast.problem(asProblem(error), undefined, () => void celebrate(preset));
    }
  };
  return celebrate;
}
