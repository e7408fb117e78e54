import type { EventCount, Trigger } from "@fanfare/contract/content/content";
import { limits } from "@fanfare/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { Code, FileCheck, Flag, Hash, Link, Repeat, Sparkles, Zap } from "lucide-react";
import type { ReactNode } from "react";
import { PropertyTests } from "../../../components/rules/event-fields.tsx";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { ordinal, ordinalSuffix } from "../../../lib/i18n/ordinal.ts";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { celebrationQueries } from "../../../lib/queries/celebrations.ts";
import { ruleQueries } from "../../../lib/queries/rules.ts";
import { problemUnder } from "../../../model/draft/problems.ts";
import { newTrigger, type TriggerRule, triggerRule, withCelebrationRule } from "../../../model/trigger-rule.ts";
import { CopyButton } from "../../../ui/elements/copy-button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { ChoiceCards } from "../../../ui/forms/choice-cards.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { SuggestInput } from "../../../ui/forms/suggest-input.tsx";
import { ContentField } from "../forms/content-field.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";

interface TriggerOption<Rule extends TriggerRule> {
  readonly value: Rule;
  readonly label: string;
  readonly hint: string;
  readonly icon: ReactNode;
}

const TRIGGER_OPTIONS: readonly TriggerOption<Trigger["kind"]>[] = [
  { value: "automatic", label: t("Automatic"), hint: t("When the page matches."), icon: <Sparkles /> },
  { value: "event", label: t("Event"), hint: t("When your code tracks an event."), icon: <Zap /> },
  {
    value: "completed",
    label: t("Content completed"),
    hint: t("When a person completes other content."),
    icon: <FileCheck />,
  },
  { value: "goal", label: t("Goal"), hint: t("When a person completes a goal."), icon: <Flag /> },
  { value: "link", label: t("Link"), hint: t("When a URL contains this content’s slug."), icon: <Link /> },
  { value: "manual", label: t("Code only"), hint: t("When your code calls fanfare.start()."), icon: <Code /> },
];

/** Celebrations show a separate option for each way to count events. */
const CELEBRATION_OPTIONS: readonly TriggerOption<TriggerRule>[] = [
  { value: "nth", label: t("Nth event"), hint: t("For example, the first order or the 100th report."), icon: <Hash /> },
  {
    value: "every",
    label: t("Every nth event"),
    hint: t("For example, every 10th order per person."),
    icon: <Repeat />,
  },
  { value: "event", label: t("Page event"), hint: t("Plays immediately, every time."), icon: <Zap /> },
  ...TRIGGER_OPTIONS.filter(({ value }) => value !== "event"),
];

export function TriggerFields() {
  const { state, dispatch } = useEditor();
  const { edition } = state.draft;
  const { body, trigger } = edition;
  return (
    <>
      {body.type === "celebration" ? (
        <ChoiceCards
          label={t("Trigger")}
          value={triggerRule(trigger)}
          options={CELEBRATION_OPTIONS}
          onChange={(rule) => dispatch({ kind: "set_rules", change: withCelebrationRule(edition, rule) })}
          dense
        />
      ) : (
        <ChoiceCards
          label={t("Trigger")}
          value={trigger.kind}
          options={TRIGGER_OPTIONS}
          onChange={(kind) => dispatch({ kind: "set_rules", change: { trigger: newTrigger(kind, trigger) } })}
          dense
        />
      )}
      <TriggerValues />
    </>
  );
}

function TriggerValues() {
  const { state, dispatch } = useEditor();
  const { body, trigger } = state.draft.edition;
  const set = (next: Trigger): void => dispatch({ kind: "set_rules", change: { trigger: next } });
  switch (trigger.kind) {
    case "event":
      return (
        <>
          <EventField trigger={trigger} onChange={set} />
          <EventProperties trigger={trigger} onChange={set} />
          {body.type === "celebration" ? (
            <CelebrationCount trigger={trigger} onChange={set} />
          ) : (
            <OccurrenceFields trigger={trigger} onChange={set} />
          )}
        </>
      );
    case "link":
      return <StartLink slug={state.draft.slug} />;
    case "completed":
      return (
        <ContentField
          label={t("Content")}
          picker_label={t("Content that triggers this")}
          path="trigger.content"
          value={trigger.content}
          onChange={(content) => set({ kind: "completed", content })}
        />
      );
    case "goal":
      return <GoalField goal={trigger.goal} onChange={set} />;
    case "automatic":
    case "manual":
      return null;
  }
}

interface GoalFieldProps {
  readonly goal: string;
  readonly onChange: (trigger: Trigger) => void;
}

function GoalField({ goal, onChange }: GoalFieldProps) {
  const { api } = useAppContext();
  const app = useApp();
  const problem = useProblemAt("trigger.goal");
  const { data } = useQuery(celebrationQueries.goals(api, app.id));
  // Includes the draft's goal, which may belong to another app.
  const names = [...new Set([...(goal === "" ? [] : [goal]), ...(data?.items ?? []).map(({ name }) => name)])];
  if (data !== undefined && names.length === 0) {
    return <Callout>{t("No goals yet. Create a goal in Analytics.")}</Callout>;
  }
  return (
    <Field label={t("Goal")} error={problem}>
      <Select
        value={goal}
        options={[
          ...(goal === "" ? [{ value: "", label: t("Select a goal") }] : []),
          ...names.map((name) => ({ value: name, label: name })),
        ]}
        onChange={(next) => onChange({ kind: "goal", goal: next })}
      />
    </Field>
  );
}

type EventTrigger = Extract<Trigger, { kind: "event" }>;

interface EventTriggerProps {
  readonly trigger: EventTrigger;
  readonly onChange: (trigger: EventTrigger) => void;
}

function EventField({ trigger, onChange }: EventTriggerProps) {
  const { api } = useAppContext();
  const app = useApp();
  const { data } = useQuery(ruleQueries.events(api, app.id));
  return (
    <Field
      label={t("Event name")}
      error={useProblemAt("trigger.event")}
      hint={t("The event name that your code passes to fanfare.track().")}
    >
      <SuggestInput
        label={t("Events from the last 90 days")}
        className="font-mono"
        placeholder={asIs("project_created")}
        value={trigger.event}
        suggestions={data?.items.map(({ name }) => name) ?? []}
        onChange={(event) => onChange({ ...trigger, event })}
      />
    </Field>
  );
}

function EventProperties({ trigger, onChange }: EventTriggerProps) {
  const { props, ...plain } = trigger;
  const problem = problemUnder(useEditor().state.problems, "trigger.props");
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t("Properties of the event")}</legend>
      <PropertyTests
        props={props}
        onChange={(next) => onChange(next === undefined ? plain : { ...trigger, props: next })}
      />
      {props !== undefined && (
        <p className="text-sm text-ink-2">
          {t(
            "Only events that match all properties count. The server checks them, so content starts about a second later.",
          )}
        </p>
      )}
      {problem !== undefined && <Callout tone="problem">{problem}</Callout>}
    </fieldset>
  );
}

const OCCURRENCE_OPTIONS = [
  { value: "any", label: t("Every time") },
  { value: "nth", label: t("The nth time per person") },
  { value: "every", label: t("Every nth time per person") },
] as const;

function OccurrenceFields({ trigger, onChange }: EventTriggerProps) {
  const { count, ...any } = trigger;
  const problem = useProblemAt("trigger.count.n");
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label={t("Occurrence")} className="w-60">
        <Select
          value={count?.on ?? "any"}
          options={OCCURRENCE_OPTIONS}
          onChange={(on) => onChange(on === "any" ? any : { ...any, count: { on, n: count?.n ?? 3 } })}
        />
      </Field>
      {count !== undefined && (
        <Field label={t("Number")} hide_label error={problem}>
          <NumberInput
            value={count.n}
            unit={count.on === "nth" ? ordinalSuffix(count.n) : t("times##unit")}
            onChange={(n) => onChange({ ...trigger, count: { ...count, n } })}
          />
        </Field>
      )}
    </div>
  );
}

function CelebrationCount({ trigger, onChange }: EventTriggerProps) {
  const { count } = trigger;
  const problem = useProblemAt("trigger.count.n");
  if (count === undefined) return null;
  const n = Number.isFinite(count.n) ? count.n : 1;
  return (
    <Field
      label={count.on === "nth" ? t("Occurrence") : t("Every")}
      error={problem}
      hint={describeCount({ on: count.on, n })}
    >
      <NumberInput
        value={count.n}
        unit={ordinal(n).replace(/^\d+/, "")}
        max={limits.rule_event_times_max}
        onChange={(next) => onChange({ ...trigger, count: { ...count, n: next } })}
      />
    </Field>
  );
}

function describeCount({ on, n }: EventCount): string {
  return on === "nth"
    ? t(
        "Counts events from fanfare.track() or your backend, per person on all devices. Plays once, on the {nth} event.",
        {
          nth: ordinal(n),
        },
      )
    : t(
        "Counts events from fanfare.track() or your backend, per person on all devices. Plays on event {first}, {second}, {third}, and so on.",
        { first: n, second: 2 * n, third: 3 * n },
      );
}

function StartLink({ slug }: { readonly slug: string }) {
  const parameter = `?fanfare=${slug}`;
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm text-ink-2">{t("Add this to any page URL in the app:")}</p>
      <div className="flex items-center gap-2 self-start rounded-md border border-line bg-sunken py-1 ps-3 pe-1">
        <code className="font-mono text-sm break-all">{parameter}</code>
        <CopyButton text={parameter} label={t("Copy URL parameter")} />
      </div>
    </div>
  );
}
