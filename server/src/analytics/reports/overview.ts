import type { EventFacets } from "@fanfare/contract/events/facets";
import { eventsWithMark } from "@fanfare/contract/events/funnel";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { FunnelStep } from "@fanfare/contract/schema/responses/analytics/funnel";
import type { Attention, Overview } from "@fanfare/contract/schema/responses/analytics/overview";
import { startCutoffs } from "@fanfare/contract/targeting/upcoming";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { fromJson, toIso } from "../../store/columns.ts";
import {
  dailyEvents,
  deadDeliveries,
  eventsOfLiveContents,
  firstSteps,
  mixedAttributes,
  publicationCounts,
} from "../../store/statements/analytics/overview.ts";
import type { Store } from "../../store/store.ts";
import {
  addFunnelCount,
  emptyPart,
  isTargetAlerting,
  type PartCount,
  presentPart,
  unreadyAlert,
} from "./funnel-count.ts";

export async function readOverview(
  { db, dialect }: Pick<Store, "db" | "dialect">,
  app: AppRecord,
  now_ms: number,
): Promise<Overview> {
  const today = now_ms - (now_ms % DAY_MS);
  const first_day = today - (limits.overview_days - 1) * DAY_MS;
  const [contents, days, steps, dead, names, first_steps] = await Promise.all([
    publicationCounts({ db, dialect }, app.id, startCutoffs(now_ms)),
    dailyEvents(db, app.id, eventsWithMark("completed"), first_day),
    failingSteps(db, app, today - (limits.target_alert_days - 1) * DAY_MS),
    deadDeliveries(db, app.id, now_ms - DAY_MS, limits.webhook_dead_kept_max),
    mixedAttributes(db, app.id, limits.overview_names_max),
    firstSteps(db, app.id),
  ]);
  const counted = new Map(days.map(({ day, events }) => [Number(day), Number(events)]));
  const attention: readonly Attention[] = [
    ...(app.paused ? [{ kind: "app_paused" as const }] : []),
    ...(app.settings.live_updates ? [] : [{ kind: "live_updates_off" as const }]),
    ...steps,
    ...(dead > 0 ? [{ kind: "webhooks_failing" as const, dead }] : []),
    ...(names.length > 0 ? [{ kind: "attributes_mixed" as const, names }] : []),
  ];
  return {
    live_contents: Number(contents.live),
    paused_contents: Number(contents.paused),
    completions: Array.from({ length: limits.overview_days }, (_, index) => {
      const day = first_day + index * DAY_MS;
      return { day: toIso(day).slice(0, 10), count: counted.get(day) ?? 0 };
    }),
    attention,
    first_steps,
  };
}

/** Steps of live content that recently exceeded the alert threshold for missing targets or failed preparation. */
async function failingSteps(db: Store["db"], app: AppRecord, since: number): Promise<readonly Attention[]> {
  const names = [
    ...eventsWithMark("part_seen"),
    ...eventsWithMark("target_missing"),
    ...eventsWithMark("prepare_failed"),
  ];
  const rows = await eventsOfLiveContents(db, app.id, names, since);
  const contents = new Map<string, { readonly name: string; readonly part: PartCount }>();
  for (const { content_id, content_name, name, facets, events } of rows) {
    const content = contents.get(content_id) ?? { name: content_name, part: emptyPart() };
    contents.set(content_id, content);
    // Cast: facetsOf wrote the column.
    addFunnelCount(
      content.part,
      name,
      facets === "" ? {} : fromJson(facets, (value) => value as EventFacets),
      Number(events),
    );
  }
  return [...contents].flatMap(([content_id, { name, part }]) =>
    presentPart("", part).steps.flatMap((step) => findAttention(step, { content_id, name, step_id: step.step_id })),
  );
}

function findAttention(
  step: FunnelStep,
  where: { readonly content_id: string; readonly name: string; readonly step_id: string },
): readonly Attention[] {
  const {
    seen,
    missing,
    near: [near],
  } = step;
  const views = seen + missing;
  const failed = unreadyAlert(step);
  const why = step.unready?.[0]?.why;
  return [
    // A failed preparation often explains a missing target.
    ...(failed > 0 && why !== undefined ? [{ kind: "prepare_failed" as const, ...where, views, failed, why }] : []),
    ...(isTargetAlerting(step)
      ? [{ kind: "target_missing" as const, ...where, views, missing, ...(near === undefined ? {} : { near }) }]
      : []),
  ];
}
