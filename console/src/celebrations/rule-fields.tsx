import { limits } from "@fanfare/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { CheckCheck, ChevronsUpDown, Code, Flag, Hash, Repeat, Zap } from "lucide-react";
import { useState } from "react";
import { useApp, useDoors } from "../doors.ts";
import { Callout } from "../ui/callout.tsx";
import { ChoiceCards } from "../ui/choice-cards.tsx";
import { Combobox } from "../ui/combobox.tsx";
import { cx } from "../ui/cx.ts";
import { Field } from "../ui/field.tsx";
import { Input, inputClass } from "../ui/input.tsx";
import { NumberInput } from "../ui/number-input.tsx";
import { Select } from "../ui/select.tsx";
import type { CelebrationDraft, CelebrationProblems } from "./draft.ts";
import { celebrationQueries } from "./queries.ts";
import { ordinal } from "./words.ts";

const RULE_OPTIONS = [
  { value: "nth", label: "The nth event", hint: "The first order, the hundredth login.", icon: <Hash /> },
  { value: "every", label: "Every nth event", hint: "Each tenth order of a person.", icon: <Repeat /> },
  { value: "completed", label: "Content completed", hint: "A tour, a checklist, a survey.", icon: <CheckCheck /> },
  { value: "goal", label: "Goal reached", hint: "Your back end’s events count, too.", icon: <Flag /> },
  { value: "event", label: "Event in the page", hint: "At once, each time it happens.", icon: <Zap /> },
  { value: "manual", label: "Only from code", hint: "When the page starts it by its slug.", icon: <Code /> },
] as const;

export interface CelebrationFieldsProps {
  readonly draft: CelebrationDraft;
  readonly onChange: (change: Partial<CelebrationDraft>) => void;
  readonly problems: CelebrationProblems;
}

/** When it comes: the fields of the rule that was chosen. */
export function RuleFields({ draft, onChange, problems }: CelebrationFieldsProps) {
  const { rule } = draft;
  return (
    <>
      <ChoiceCards
        label="When it comes"
        value={rule}
        options={RULE_OPTIONS}
        onChange={(next) => onChange({ rule: next, n: next === "every" && draft.n === 1 ? 10 : draft.n })}
      />
      {(rule === "nth" || rule === "every" || rule === "event") && (
        <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
          <Field
            label="Event"
            error={problems.get("event")}
            hint={
              rule === "event"
                ? "The name that your code gives to fanfare.track()."
                : `Told by fanfare.track() or by your back end. Counted for each person over all devices: ${countWords(draft)}.`
            }
          >
            <Input
              className="font-mono"
              spellCheck={false}
              autoCapitalize="none"
              placeholder="order_shipped"
              maxLength={limits.event_name_chars_max}
              value={draft.event}
              onChange={(event) => onChange({ event: event.target.value })}
            />
          </Field>
          {rule !== "event" && (
            <Field label={rule === "nth" ? "Which one" : "Every"} error={problems.get("n")}>
              <NumberInput
                value={draft.n}
                unit={ordinal(Number.isFinite(draft.n) ? draft.n : 1).replace(/^\d+/, "")}
                min={1}
                max={limits.rule_event_times_max}
                onChange={(n) => onChange({ n })}
              />
            </Field>
          )}
        </div>
      )}
      {rule === "completed" && <CompletedField {...{ draft, onChange, problems }} />}
      {rule === "goal" && <GoalField {...{ draft, onChange, problems }} />}
    </>
  );
}

function countWords({ rule, n }: CelebrationDraft): string {
  const number = Number.isFinite(n) ? n : 1;
  return rule === "nth" ? `once, at their ${ordinal(number)}` : `at ${number}, ${2 * number}, ${3 * number} and so on`;
}

/** Contents can be many: the server searches. */
function CompletedField({ draft, onChange, problems }: CelebrationFieldsProps) {
  const { api } = useDoors();
  const app = useApp();
  const [query, setQuery] = useState("");
  const found = useQuery(celebrationQueries.found(api, app.id, query));
  const items = (found.data?.items ?? [])
    .filter(({ slug }) => slug !== draft.slug)
    .map(({ slug, name }) => ({ id: slug, label: name, hint: slug }));
  const chosen = draft.content === "" ? null : { id: draft.content, label: draft.content };
  return (
    <Field label="Content" error={problems.get("content")} hint="Celebrated the first time that a person completes it.">
      <Combobox
        label="Content"
        items={items}
        value={chosen}
        onChange={({ id }) => onChange({ content: id })}
        onQuery={setQuery}
        placeholder="Find a content"
        empty={found.isFetching ? "Searching…" : "None has this name."}
        trigger={(props) => (
          <button
            {...props}
            type="button"
            aria-label={`Content: ${chosen?.label ?? "none chosen"}`}
            className={inputClass("flex w-full cursor-default items-center justify-between gap-2 pe-2 text-start")}
          >
            <span className={cx("truncate", chosen === null ? "text-ink-3" : "font-mono")}>
              {chosen?.label ?? "Choose a content"}
            </span>
            <ChevronsUpDown className="size-4 text-ink-3" />
          </button>
        )}
      />
    </Field>
  );
}

function GoalField({ draft, onChange, problems }: CelebrationFieldsProps) {
  const { api } = useDoors();
  const app = useApp();
  const found = useQuery(celebrationQueries.goals(api, app.id));
  const names = [...new Set((found.data?.items ?? []).map(({ name }) => name))];
  const known = draft.goal === "" || names.includes(draft.goal) ? names : [draft.goal, ...names];
  if (found.data !== undefined && known.length === 0) {
    return (
      <Callout>This app has no goal yet: a goal is an event that is worth reaching, made under Analytics.</Callout>
    );
  }
  return (
    <Field
      label="Goal"
      error={problems.get("goal")}
      hint="Celebrated once for each person, wherever the event came from."
    >
      <Select
        label="Goal"
        value={draft.goal}
        options={[
          ...(draft.goal === "" ? [{ value: "", label: "Choose a goal" }] : []),
          ...known.map((value) => ({ value, label: value })),
        ]}
        onChange={(goal) => onChange({ goal })}
      />
    </Field>
  );
}
