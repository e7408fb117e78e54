import { sameValue } from "@fanfare/contract/draft/draft-merge";
import type { TrackerAct, TrackerKind, TrackerRule } from "@fanfare/contract/events/tracker";
import { createTrackerRequestSchema, type NewTracker } from "@fanfare/contract/schema/analytics/tracker";
import type { Tracker } from "@fanfare/contract/schema/responses/analytics/tracker";
import type { Target } from "@fanfare/contract/target/target";
import { z } from "zod";
import { t } from "../../lib/i18n/t.ts";
import { newStrategy } from "../../model/draft/steps.ts";
import { describeRule, kindLabel } from "./tracker-labels.tsx";

/** Fields of all kinds, so that a target stays while the kind is another. */
export interface TrackerForm {
  name: string;
  kind: TrackerKind;
  target: Target;
  /** Rage clicks: on any element. */
  anywhere: boolean;
  visible_s: number;
  urls: TrackerRule["urls"];
}

export const NEW_TRACKER: TrackerForm = {
  ...{ name: "", kind: "click", target: { strategies: [newStrategy("test_id")] } },
  ...{ anywhere: true, visible_s: 1, urls: { include: [], exclude: [] } },
};

export function toTrackerForm({ name, on, urls }: Pick<Tracker, "name" | "on" | "urls">): TrackerForm {
  const target = "target" in on ? on.target : undefined;
  return {
    ...{ name, kind: on.kind, target: target ?? NEW_TRACKER.target, anywhere: target === undefined, urls },
    visible_s: on.kind === "visible" ? on.visible_s : NEW_TRACKER.visible_s,
  };
}

/** What the tracker waits for, without the fields of other kinds. */
function toAct({ kind, target, anywhere, visible_s }: TrackerForm): TrackerAct {
  switch (kind) {
    case "click":
    case "submit":
    case "change":
      return { kind, target };
    case "visible":
      return { kind, target, visible_s };
    case "rage_click":
      return anywhere ? { kind } : { kind, target };
    case "page":
      return { kind };
  }
}

/** The server's checks. Problems of `on` are at the form's fields, which have no such level. */
export const trackerFormSchema: z.ZodType<NewTracker, TrackerForm> = z
  .custom<TrackerForm>()
  .transform((form, context): NewTracker => {
    const result = createTrackerRequestSchema.safeParse({ name: form.name, on: toAct(form), urls: form.urls });
    if (result.success) return result.data;
    for (const { path, message } of result.error.issues) {
      context.addIssue({ code: "custom", path: path[0] === "on" ? path.slice(1) : [...path], message });
    }
    return z.NEVER;
  });

/** Describes what differs, or that nothing does. */
export function describeTrackerChanges(base: TrackerForm, now: TrackerForm): readonly string[] {
  const rules = [base, now].map((form) => ({ on: toAct(form), urls: form.urls }));
  const changes = [
    ...(base.name === now.name ? [] : [t("event: {name}", { name: now.name })]),
    ...(sameValue(rules[0], rules[1])
      ? []
      : [`${kindLabel(now.kind)}: ${describeRule({ on: toAct(now), urls: now.urls })}`]),
  ];
  return changes.length === 0 ? [t("no visible changes")] : changes;
}
