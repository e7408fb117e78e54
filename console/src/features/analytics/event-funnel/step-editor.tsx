import { limits } from "@fanfare/contract/limits";
import type { EventFunnelStep } from "@fanfare/contract/schema/analytics/event-funnel";
import { useQuery } from "@tanstack/react-query";
import { ArrowUp, X } from "lucide-react";
import { ContentPicker } from "../../../components/content/content-picker.tsx";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { number } from "../../../lib/i18n/format.ts";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { celebrationQueries } from "../../../lib/queries/celebrations.ts";
import { ruleQueries } from "../../../lib/queries/rules.ts";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { AddButton } from "../../../ui/forms/add-button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { SuggestInput } from "../../../ui/forms/suggest-input.tsx";
import { STATE_LABELS } from "./funnel-steps.ts";

const KINDS = [
  { value: "event", label: t("Event") },
  { value: "content", label: t("Content") },
  { value: "goal", label: t("Goal") },
] as const;
const STATES = (["viewed", "completed", "dismissed"] as const).map((value) => ({ value, label: STATE_LABELS[value] }));
const EMPTY: Readonly<Record<EventFunnelStep["kind"], EventFunnelStep>> = {
  event: { kind: "event", name: "" },
  content: { kind: "content", content_id: "", state: "viewed" },
  goal: { kind: "goal", goal_id: "" },
};

interface StepEditorProps {
  readonly steps: readonly EventFunnelStep[];
  readonly onChange: (steps: readonly EventFunnelStep[]) => void;
}

/** Steps of a funnel between events, in order. */
export function StepEditor({ steps, onChange }: StepEditorProps) {
  const replace = (at: number, step: EventFunnelStep): void => onChange(steps.with(at, step));
  const moveUp = (at: number): void => {
    const [above, step] = [steps[at - 1], steps[at]];
    if (above !== undefined && step !== undefined) onChange(steps.with(at - 1, step).with(at, above));
  };
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label={t("Steps")} className="flex flex-col gap-2">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity, and equal ones are allowed
          <li key={index} className="flex flex-wrap items-center gap-2 sm:flex-nowrap">
            <span aria-hidden="true" className="w-5 shrink-0 text-end text-sm text-ink-3 tabular-nums">
              {number(index + 1)}
            </span>
            <Select
              label={t("Type of step {n}", { n: index + 1 })}
              value={step.kind}
              options={KINDS}
              onChange={(kind) => kind !== step.kind && replace(index, EMPTY[kind])}
              className="w-28 shrink-0"
            />
            <StepValue step={step} at={index + 1} onChange={(next) => replace(index, next)} />
            <span className="flex shrink-0 gap-1 max-sm:ms-auto">
              <IconButton
                label={t("Move step {n} up", { n: index + 1 })}
                disabled={index === 0}
                onClick={() => moveUp(index)}
              >
                <ArrowUp />
              </IconButton>
              <IconButton
                label={t("Remove step {n}", { n: index + 1 })}
                disabled={steps.length <= limits.event_funnel_steps_min}
                onClick={() => onChange(steps.toSpliced(index, 1))}
              >
                <X />
              </IconButton>
            </span>
          </li>
        ))}
      </ol>
      <AddButton
        size="sm"
        disabled={steps.length >= limits.event_funnel_steps_max}
        onAdd={() => onChange([...steps, EMPTY.event])}
        className="ms-7 w-fit"
      >
        {t("Add step")}
      </AddButton>
    </div>
  );
}

interface StepValueProps {
  readonly step: EventFunnelStep;
  readonly at: number;
  readonly onChange: (step: EventFunnelStep) => void;
}

function StepValue({ step, at, onChange }: StepValueProps) {
  switch (step.kind) {
    case "event":
      return <EventValue name={step.name} at={at} onChange={(name) => onChange({ ...step, name })} />;
    case "goal":
      return <GoalValue goal_id={step.goal_id} at={at} onChange={(goal_id) => onChange({ ...step, goal_id })} />;
    case "content":
      return (
        <div className="flex min-w-0 flex-1 gap-2 max-sm:order-last max-sm:basis-full">
          <div className="min-w-0 flex-1">
            <ContentPicker
              label={t("Content of step {n}", { n: at })}
              by="id"
              value={step.content_id}
              onChange={(content_id) => onChange({ ...step, content_id })}
            />
          </div>
          <Select
            label={t("State of step {n}", { n: at })}
            value={step.state}
            options={STATES}
            onChange={(state) => onChange({ ...step, state })}
            className="w-32 shrink-0"
          />
        </div>
      );
  }
}

interface EventValueProps {
  readonly name: string;
  readonly at: number;
  readonly onChange: (name: string) => void;
}

function EventValue({ name, at, onChange }: EventValueProps) {
  const { api } = useAppContext();
  const app = useApp();
  const { data } = useQuery(ruleQueries.events(api, app.id));
  return (
    <Field label={t("Event of step {n}", { n: at })} hide_label className="flex-1 max-sm:order-last max-sm:basis-full">
      <SuggestInput
        label={t("Events from the last 90 days")}
        className="font-mono"
        placeholder={asIs("order_created")}
        value={name}
        suggestions={data?.items.map((event) => event.name) ?? []}
        onChange={onChange}
      />
    </Field>
  );
}

interface GoalValueProps {
  readonly goal_id: string;
  readonly at: number;
  readonly onChange: (goal_id: string) => void;
}

function GoalValue({ goal_id, at, onChange }: GoalValueProps) {
  const { api } = useAppContext();
  const app = useApp();
  const { data } = useQuery(celebrationQueries.goals(api, app.id));
  return (
    <Select
      label={t("Goal of step {n}", { n: at })}
      value={goal_id === "" ? null : goal_id}
      options={(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      placeholder={data?.items.length === 0 ? t("No goals yet") : t("Select a goal")}
      onChange={onChange}
      className="min-w-0 flex-1 max-sm:order-last max-sm:basis-full"
    />
  );
}
