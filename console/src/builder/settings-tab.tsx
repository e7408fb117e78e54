import { CELEBRATION_PRESETS, type CelebrationPreset } from "@fanfare/contract/celebration";
import type { FrequencyMode, Trigger } from "@fanfare/contract/content";
import { limits } from "@fanfare/contract/limits";
import { PartyPopper } from "lucide-react";
import type { ReactNode } from "react";
import { useDoors } from "../doors.ts";
import { Button } from "../ui/button.tsx";
import { ChoiceCards } from "../ui/choice-cards.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { NumberInput } from "../ui/number-input.tsx";
import { Select, type SelectOption } from "../ui/select.tsx";
import { SwitchField } from "../ui/switch.tsx";
import { useBuilder, useProblemAt } from "./context.ts";
import { PageRules } from "./page-rules.tsx";
import { TagsField } from "./tags-field.tsx";

const FREQUENCY_OPTIONS = [
  { value: "until_completed", label: "Until it is completed", hint: "Closing it early brings it back." },
  { value: "once", label: "Once", hint: "Closing it counts too." },
  { value: "always", label: "Every time", hint: "Whenever it may start." },
] as const satisfies readonly { value: FrequencyMode; label: string; hint: string }[];

const TRIGGER_OPTIONS = [
  { value: "automatic", label: "By itself", hint: "As soon as the page fits." },
  { value: "event", label: "After an event", hint: "When your code tracks one." },
  { value: "manual", label: "From code only", hint: "With fanfare.start()." },
] as const satisfies readonly { value: Trigger["kind"]; label: string; hint: string }[];

const CELEBRATION_OPTIONS: readonly SelectOption<CelebrationPreset | "none">[] = [
  { value: "none", label: "Nothing" },
  ...CELEBRATION_PRESETS.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) })),
];

/** Who meets the tour, when, how often, and how it ends. */
export function SettingsTab() {
  const { read_only } = useBuilder();
  return (
    <form id="builder-form" onSubmit={(event) => event.preventDefault()} className="px-(--gutter) py-6">
      <fieldset disabled={read_only} className="flex max-w-260 min-w-0 flex-col">
        <Identity />
        <Start />
        <Pages />
        <Often />
        <Farewell />
        <Order />
      </fieldset>
    </form>
  );
}

interface RowProps {
  readonly title: string;
  readonly description: string;
  readonly children: ReactNode;
}

/** What it is about on one side, its fields on the other. */
function Row({ title, description, children }: RowProps) {
  return (
    <section
      aria-label={title}
      className="grid min-w-0 gap-x-10 gap-y-4 border-t border-line py-8 first:border-t-0 first:pt-2 lg:grid-cols-[17rem_minmax(0,1fr)]"
    >
      <div className="flex flex-col gap-1">
        <h2 className="text-base font-semibold">{title}</h2>
        <p className="text-sm text-ink-2 text-pretty">{description}</p>
      </div>
      <div className="flex max-w-140 min-w-0 flex-col gap-5">{children}</div>
    </section>
  );
}

function Identity() {
  const { state, dispatch } = useBuilder();
  return (
    <Row title="Name" description="How you and your code call this tour. Visitors see neither.">
      <Field label="Name" error={useProblemAt("name")}>
        <Input value={state.draft.name} onChange={(event) => dispatch({ kind: "rename", name: event.target.value })} />
      </Field>
      <Field label="Slug" error={useProblemAt("slug")} hint="Code that uses the old one no longer finds the tour.">
        <Input
          className="font-mono"
          spellCheck={false}
          autoCapitalize="none"
          value={state.draft.slug}
          onChange={(event) => dispatch({ kind: "set_slug", slug: event.target.value })}
        />
      </Field>
    </Row>
  );
}

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

function Start() {
  const { state, dispatch } = useBuilder();
  const { trigger } = state.draft.edition;
  const event_problem = useProblemAt("trigger.event");
  const set = (next: Trigger): void => dispatch({ kind: "set_rules", change: { trigger: next } });
  return (
    <Row title="Start" description="What makes the tour appear.">
      <ChoiceCards
        label="How the tour starts"
        value={trigger.kind}
        options={TRIGGER_OPTIONS}
        onChange={(kind) => set(triggerOf(kind))}
        className="sm:grid-cols-3"
      />
      {trigger.kind === "event" && (
        <Field label="Event" error={event_problem} hint="The name that your code gives to fanfare.track().">
          <Input
            className="font-mono"
            spellCheck={false}
            autoCapitalize="none"
            placeholder="project_created"
            value={trigger.event}
            onChange={(event) => set({ kind: "event", event: event.target.value })}
          />
        </Field>
      )}
    </Row>
  );
}

function Pages() {
  const { state, dispatch } = useBuilder();
  const { targeting } = state.draft.edition;
  return (
    <Row title="Pages" description="Where it may appear. Without a pattern: on every page.">
      <PageRules
        urls={targeting.urls}
        onChange={(urls) => dispatch({ kind: "set_rules", change: { targeting: { ...targeting, urls } } })}
      />
    </Row>
  );
}

function Often() {
  const { state, dispatch } = useBuilder();
  const { suppression } = state.draft.edition.body;
  const days_problem = useProblemAt("body.suppression.days");
  return (
    <Row title="How often" description="Per person, on all of their devices once they are known.">
      <ChoiceCards
        label="How often a person sees it"
        value={state.draft.edition.frequency.mode}
        options={FREQUENCY_OPTIONS}
        onChange={(mode) => dispatch({ kind: "set_rules", change: { frequency: { mode } } })}
        className="sm:grid-cols-3"
      />
      <SwitchField
        label="Offer “Do not show again”"
        hint="On every step. The server remembers it, and the person can take it back."
        checked={suppression.offered}
        onChange={(offered) => dispatch({ kind: "set_tour", change: { suppression: { ...suppression, offered } } })}
      />
      {suppression.offered && (
        <Field label="It lasts" error={days_problem}>
          <NumberInput
            value={suppression.days}
            unit="days"
            max={limits.suppression_days_max}
            onChange={(days) => dispatch({ kind: "set_tour", change: { suppression: { ...suppression, days } } })}
          />
        </Field>
      )}
    </Row>
  );
}

function Farewell() {
  const { state, dispatch } = useBuilder();
  const { guest } = useDoors();
  const preset = state.draft.edition.body.celebrate_on_completed;
  return (
    <Row title="Celebration" description="Confetti for those who reach the end. Never where motion is unwanted.">
      <div className="flex items-end gap-2">
        <Field label="When the tour is completed" className="w-64">
          <Select
            value={preset ?? "none"}
            options={CELEBRATION_OPTIONS}
            onChange={(next) =>
              dispatch({
                kind: "set_tour",
                change: { celebrate_on_completed: next === "none" ? undefined : next },
              })
            }
          />
        </Field>
        {preset !== undefined && (
          <Button className="h-9" icon={<PartyPopper />} onClick={() => guest.celebrate(preset)}>
            Try it
          </Button>
        )}
      </div>
    </Row>
  );
}

function Order() {
  const { state, dispatch } = useBuilder();
  const { priority, tags } = state.draft.edition;
  return (
    <Row title="Order and tags" description="When several may appear, the one with the highest priority goes first.">
      <Field label="Priority" error={useProblemAt("priority")} hint="From -100 to 100. Ties go to the older one.">
        <NumberInput
          value={priority}
          unit=""
          min={-100}
          max={100}
          onChange={(next) => dispatch({ kind: "set_rules", change: { priority: next } })}
        />
      </Field>
      <TagsField tags={tags} onChange={(next) => dispatch({ kind: "set_rules", change: { tags: next } })} />
    </Row>
  );
}
