import type { AppId } from "@fanfare/contract/lib/ids";
import { messageVariants } from "@fanfare/contract/realtime/message-experiment";
import type { LiveUpdateExperiment } from "@fanfare/contract/schema/responses/realtime/live-update";
import { testedOf } from "../../engage/live-updates/present-message.ts";
import { goalsOf } from "../../store/statements/analytics/goals.ts";
import { variantCounts } from "../../store/statements/realtime/live-update-deliveries.ts";
import type { LiveUpdateRow } from "../../store/statements/realtime/live-updates.ts";
import type { Store } from "../../store/store.ts";
import { type Arm, computeLift, estimateShare } from "./lift.ts";

/** Compares the variants of a live update with variant A. One variant without a test. */
export async function messageExperimentReport(
  { store: { db } }: { readonly store: Pick<Store, "db"> },
  app_id: AppId,
  row: LiveUpdateRow,
): Promise<LiveUpdateExperiment> {
  const tested = testedOf(row);
  const goal = (await goalsOf(db, app_id)).find(({ id }) => id === tested.experiment?.goal_id);
  const counts = await variantCounts(db, row.id, goal?.id ?? null);
  const variants = messageVariants(tested).map(({ id, weight, body }) => {
    const found = counts.find((each) => each.variant === id);
    const [sent, seen] = [Number(found?.sent ?? 0), Number(found?.seen ?? 0)];
    return {
      ...{ id, weight, body, sent },
      seen: { people: sent, reached: seen },
      acted: { people: seen, reached: Number(found?.acted ?? 0) },
      completed: { people: seen, reached: Number(found?.completed ?? 0) },
    };
  });
  const [first] = variants;
  const measure = (own: Arm, base: Arm | undefined) => ({
    people: own.reached,
    share: estimateShare(own),
    lift: base === undefined || own === base ? null : computeLift(own, base, variants.length - 1),
  });
  return {
    variants: variants.map((each) => ({
      ...each,
      seen: measure(each.seen, first?.seen),
      acted: measure(each.acted, first?.acted),
      completed: goal === undefined ? null : measure(each.completed, first?.completed),
    })),
    goal: goal === undefined ? null : { id: goal.id, name: goal.name },
  };
}
