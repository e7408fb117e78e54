import type { Trigger } from "@fanfare/contract/content";
import { useQuery } from "@tanstack/react-query";
import { Code, FileCheck, Flag, Link, Sparkles, Zap } from "lucide-react";
import { ContentPicker } from "../content/content-picker.tsx";
import { useApp, useDoors } from "../doors.ts";
import { asIs, t } from "../language/t.ts";
import { ruleQueries } from "../rules/queries.ts";
import { ChoiceCards } from "../ui/choice-cards.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { NumberInput } from "../ui/number-input.tsx";
import { Select } from "../ui/select.tsx";
import { SuggestInput } from "../ui/suggest-input.tsx";
import { useBuilder, useProblemAt } from "./context.ts";

const TRIGGER_OPTIONS = [
  { value: "automatic", label: t("By itself"), hint: t("As soon as the page fits."), icon: <Sparkles /> },
  { value: "event", label: t("After an event"), hint: t("When your code tracks one."), icon: <Zap /> },
  { value: "completed", label: t("After a content"), hint: t("When they completed it."), icon: <FileCheck /> },
  { value: "goal", label: t("At a goal"), hint: t("When they reach it."), icon: <Flag /> },
  { value: "link", label: t("From a link"), hint: t("Opened with its name in it."), icon: <Link /> },
  { value: "manual", label: t("From code only"), hint: t("With fanfare.start()."), icon: <Code /> },
] as const satisfies readonly { value: Trigger["kind"]; label: string; hint: string; icon: React.ReactNode }[];

/** A trigger of that kind that says nothing yet. */
function triggerOf(kind: Trigger["kind"]): Trigger {
  switch (kind) {
    case "event":
      return { kind, event: "" };
    case "completed":
      return { kind, content: "" };
    case "goal":
      return { kind, goal: "" };
    case "automatic":
    case "manual":
    case "link":
      return { kind };
  }
}

/** What makes the content appear. */
export function TriggerFields() {
  const { state, dispatch } = useBuilder();
  const { trigger } = state.draft.edition;
  const set = (next: Trigger): void => dispatch({ kind: "set_rules", change: { trigger: next } });
  const goal_problem = useProblemAt("trigger.goal");
  const content_problem = useProblemAt("trigger.content");
  return (
    <>
      <ChoiceCards
        label={t("How it starts")}
        value={trigger.kind}
        options={TRIGGER_OPTIONS}
        onChange={(kind) => set(triggerOf(kind))}
        dense
      />
      {trigger.kind === "event" && <EventTrigger trigger={trigger} onChange={set} />}
      {trigger.kind === "link" && <StartLink slug={state.draft.slug} />}
      {trigger.kind === "completed" && (
        <div className="flex flex-col gap-1.5">
          <span className="text-sm font-medium">{t("Content")}</span>
          <ContentPicker
            label={t("Content that starts it")}
            by="slug"
            value={trigger.content}
            invalid={content_problem !== undefined}
            onChange={(content) => set({ kind: "completed", content })}
          />
          {content_problem !== undefined && (
            <p className="text-xs font-medium text-negative-text">{t("Choose a content.")}</p>
          )}
        </div>
      )}
      {trigger.kind === "goal" && (
        <Field label={t("Goal")} error={goal_problem} hint={t("The name of a goal of this app.")}>
          <Input
            value={trigger.goal}
            placeholder={t("First order")}
            onChange={(event) => set({ kind: "goal", goal: event.target.value })}
          />
        </Field>
      )}
    </>
  );
}

const COUNT_OPTIONS = [
  { value: "any", label: t("Every time it comes") },
  { value: "nth", label: t("The nth of a person") },
  { value: "every", label: t("Every nth of a person") },
] as const;

type EventTriggerOf = Extract<Trigger, { kind: "event" }>;

interface EventTriggerProps {
  readonly trigger: EventTriggerOf;
  readonly onChange: (trigger: EventTriggerOf) => void;
}

function EventTrigger({ trigger, onChange }: EventTriggerProps) {
  const { api } = useDoors();
  const app = useApp();
  const { data } = useQuery(ruleQueries.events(api, app.id));
  const { kind, event, count } = trigger;
  const count_problem = useProblemAt("trigger.count.n");
  return (
    <>
      <Field
        label={t("Event")}
        error={useProblemAt("trigger.event")}
        hint={t("The name that your code gives to fanfare.track().")}
      >
        <SuggestInput
          label={t("Events of the last 90 days")}
          className="font-mono"
          placeholder={asIs("project_created")}
          value={event}
          suggestions={data?.items.map(({ name }) => name) ?? []}
          onChange={(next) => onChange({ ...trigger, event: next })}
        />
      </Field>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t("Which of them")} className="w-60">
          <Select
            value={count?.on ?? "any"}
            options={COUNT_OPTIONS}
            onChange={(on) =>
              onChange(on === "any" ? { kind, event } : { kind, event, count: { on, n: count?.n ?? 3 } })
            }
          />
        </Field>
        {count !== undefined && (
          <Field label={t("Number")} hide_label error={count_problem}>
            <NumberInput
              value={count.n}
              unit={count.on === "nth" ? t("th##unit") : t("times##unit")}
              onChange={(n) => onChange({ ...trigger, count: { ...count, n } })}
            />
          </Field>
        )}
      </div>
    </>
  );
}

/** What an address needs so that it starts the content. */
function StartLink({ slug }: { readonly slug: string }) {
  const words = `?fanfare=${slug}`;
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm text-ink-2">{t("Put this behind the address of any page of the app:")}</p>
      <div className="flex items-center gap-2 self-start rounded-md border border-line bg-sunken py-1 ps-3 pe-1">
        <code className="font-mono text-sm break-all">{words}</code>
        <CopyButton text={words} label={t("Copy the link’s end")} />
      </div>
    </div>
  );
}
