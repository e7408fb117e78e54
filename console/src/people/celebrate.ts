import type { CelebrationPreset } from "@fanfare/contract/celebration";
import type { PersonSummary } from "@fanfare/contract/schema/person";
import { useApp, useDoors } from "../doors.ts";
import { t, tCount } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { toast } from "../ui/toast.tsx";
import { nameOf } from "./person-words.ts";

/** Confetti for these people, by one live update. */
export function useCelebrate(
  people: readonly Pick<PersonSummary, "external_id" | "name" | "email" | "anonymous">[],
): (preset: CelebrationPreset) => Promise<void> {
  const { api } = useDoors();
  const app = useApp();
  const [one] = people;
  const celebrate = async (preset: CelebrationPreset): Promise<void> => {
    try {
      await api.sendLiveUpdate({
        app_id: app.id,
        audience: { kind: "people", external_ids: people.map(({ external_id }) => external_id) },
        body: { kind: "celebration", preset },
      });
      toast.done({
        title:
          one !== undefined && people.length === 1
            ? t("Confetti for {name}", { name: nameOf(one) })
            : tCount(people.length, "Confetti for {n} person", "Confetti for {n} people"),
        description: t("On their open pages now, or on the next that they open within a day."),
      });
    } catch (error) {
      toast.problem(asProblem(error), undefined, () => void celebrate(preset));
    }
  };
  return celebrate;
}
