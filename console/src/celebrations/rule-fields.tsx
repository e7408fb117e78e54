import { limits } from "@fanfare/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { CheckCheck, Code, Flag, Hash, Repeat, Zap } from "lucide-react";
import { useState } from "react";
import { useApp, useDoors } from "../doors.ts";
import { asIs, t } from "../language/t.ts";
import { Callout } from "../ui/callout.tsx";
import { ChoiceCards } from "../ui/choice-cards.tsx";
import { ComboboxSelect } from "../ui/combobox-select.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { NumberInput } from "../ui/number-input.tsx";
import { Select } from "../ui/select.tsx";
import type { CelebrationDraft, CelebrationProblems } from "./draft.ts";
import { celebrationQueries } from "./queries.ts";
import { ordinal } from "./words.ts";

const RULE_OPTIONS = [
  { value: "nth", label: t("The nth event"), hint: t("The first order, the hundredth login."), icon: <Hash /> },
  { value: "every", label: t("Every nth event"), hint: t("Each tenth order of a person."), icon: <Repeat /> },
  {
    value: "completed",
    label: t("Content completed"),
    hint: t("A tour, a checklist, a survey."),
    icon: <CheckCheck />,
  },
  { value: "goal", label: t("Goal reached"), hint: t("Your back end’s events count, too."), icon: <Flag /> },
  { value: "event", label: t("Event in the page"), hint: t("At once, each time it happens."), icon: <Zap /> },
  { value: "manual", label: t("Only from code"), hint: t("When the page starts it by its slug."), icon: <Code /> },
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
        label={t("When it comes")}
        value={rule}
        options={RULE_OPTIONS}
        onChange={(next) => onChange({ rule: next, n: next === "every" && draft.n === 1 ? 10 : draft.n })}
      />
      {(rule === "nth" || rule === "every" || rule === "event") && (
        <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
          <Field
            label={t("Event")}
            error={problems.get("event")}
            hint={rule === "event" ? t("The name that your code gives to fanfare.track().") : countWords(draft)}
          >
            <Input
              dir="ltr"
              className="font-mono"
              spellCheck={false}
              autoCapitalize="none"
              placeholder={asIs("order_shipped")}
              maxLength={limits.event_name_chars_max}
              value={draft.event}
              onChange={(event) => onChange({ event: event.target.value })}
            />
          </Field>
          {rule !== "event" && (
            <Field label={rule === "nth" ? t("Which one") : t("Every")} error={problems.get("n")}>
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
  return rule === "nth"
    ? t(
        "Told by fanfare.track() or by your back end. Counted for each person over all devices: once, at their {nth}.",
        { nth: ordinal(number) },
      )
    : t(
        "Told by fanfare.track() or by your back end. Counted for each person over all devices: at {first}, {second}, {third} and so on.",
        { first: number, second: 2 * number, third: 3 * number },
      );
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
    <Field
      label={t("Content")}
      error={problems.get("content")}
      hint={t("Celebrated the first time that a person completes it.")}
    >
      <ComboboxSelect
        label={t("Content")}
        items={items}
        value={chosen}
        onChange={({ id }) => onChange({ content: id })}
        onQuery={setQuery}
        placeholder={t("Find a content")}
        empty={found.isFetching ? t("Searching…") : t("None has this name.")}
        choose={t("Choose a content")}
        is_code
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
      <Callout>
        {t("This app has no goal yet: a goal is an event that is worth reaching, made under Analytics.")}
      </Callout>
    );
  }
  return (
    <Field
      label={t("Goal")}
      error={problems.get("goal")}
      hint={t("Celebrated once for each person, wherever the event came from.")}
    >
      <Select
        label={t("Goal")}
        value={draft.goal}
        options={[
          ...(draft.goal === "" ? [{ value: "", label: t("Choose a goal") }] : []),
          ...known.map((value) => ({ value, label: value })),
        ]}
        onChange={(goal) => onChange({ goal })}
      />
    </Field>
  );
}
