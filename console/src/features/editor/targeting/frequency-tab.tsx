import type { Frequency, FrequencyMode } from "@fanfare/contract/content/content";
import { isCoveredByCap } from "@fanfare/contract/gates/cap-group";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { frequencyQueries } from "../../../lib/queries/frequency.ts";
import { ChoiceCards } from "../../../ui/forms/choice-cards.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { SwitchField } from "../../../ui/forms/switch.tsx";
import { SettingsRow, SettingsRows } from "../forms/settings-row.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";
import { QuotaFields } from "./quota-fields.tsx";
import { ScheduleFields } from "./schedule-fields.tsx";
import { TriggerFields } from "./trigger-fields.tsx";

const FREQUENCY_OPTIONS = [
  {
    value: "until_completed",
    label: t("Until completed"),
    hint: t("Shown on each page load until completed, even if closed."),
  },
  { value: "once", label: t("Once"), hint: t("Never shown again, even if closed.") },
  { value: "every", label: t("Every few days"), hint: t("Shown again after a set number of days.") },
  { value: "always", label: t("Every time"), hint: t("Shown each time the trigger fires.") },
] as const satisfies readonly { value: FrequencyMode; label: string; hint: string }[];

export function FrequencyTab() {
  const isSurvey = useEditor().state.draft.edition.body.type === "survey";
  return (
    <SettingsRows>
      <SettingsRow title={t("Trigger")} description={t("Choose when this starts.")}>
        <TriggerFields />
        <Delay />
      </SettingsRow>
      <Often />
      <SettingsRow
        title={t("Schedule")}
        description={t("Limit when this can appear. Without a schedule, it starts when published.")}
      >
        <ScheduleFields />
      </SettingsRow>
      {isSurvey && <QuotaFields />}
      <Order />
    </SettingsRows>
  );
}

function Delay() {
  const { state, dispatch } = useEditor();
  const { delay_ms = 0 } = state.draft.edition;
  return (
    <Field label={t("Delay")} error={useProblemAt("delay_ms")} hint={t("Starts after all other conditions match.")}>
      <NumberInput
        value={delay_ms / SECOND_MS}
        unit={t("seconds##unit")}
        min={0}
        max={limits.start_delay_ms_max / SECOND_MS}
        onChange={(seconds) =>
          dispatch({
            kind: "set_rules",
            change: { delay_ms: seconds === 0 ? undefined : Math.round(seconds * SECOND_MS) },
          })
        }
      />
    </Field>
  );
}

function Often() {
  const { state, dispatch } = useEditor();
  const { frequency } = state.draft.edition;
  const { mode, every_days: _, ...rest } = frequency;
  const set = (next: Frequency): void => dispatch({ kind: "set_rules", change: { frequency: next } });
  const days_problem = useProblemAt("frequency.every_days");
  const every_days = frequency.every_days ?? 30;
  return (
    <SettingsRow title={t("Frequency")} description={t("Per person, on all devices after they’re identified.")}>
      <ChoiceCards
        label={t("Frequency")}
        value={mode}
        options={FREQUENCY_OPTIONS}
        onChange={(next) => set({ ...rest, mode: next, ...(next === "every" ? { every_days } : {}) })}
      />
      {mode === "every" && (
        <Field label={t("Show again after")} error={days_problem}>
          <NumberInput
            value={every_days}
            unit={t("days##unit")}
            max={limits.rule_days_max}
            onChange={(days) => set({ ...frequency, every_days: days })}
          />
        </Field>
      )}
      <Cooldown frequency={frequency} set={set} />
      <Limit frequency={frequency} set={set} />
      <Caps />
    </SettingsRow>
  );
}

interface FrequencyProps {
  readonly frequency: Frequency;
  readonly set: (next: Frequency) => void;
}

function Cooldown({ frequency, set }: FrequencyProps) {
  const problem = useProblemAt("frequency.cooldown_hours");
  const { cooldown_hours, ...without } = frequency;
  return (
    <>
      <SwitchField
        label={t("Minimum time between views")}
        hint={t("Applies regardless of the frequency setting.")}
        checked={cooldown_hours !== undefined}
        onChange={(on) => set(on ? { ...frequency, cooldown_hours: 24 } : without)}
      />
      {cooldown_hours !== undefined && (
        <Field label={t("Minimum time")} error={problem}>
          <NumberInput
            value={cooldown_hours}
            unit={t("hours##unit")}
            max={limits.cooldown_hours_max}
            onChange={(hours) => set({ ...frequency, cooldown_hours: hours })}
          />
        </Field>
      )}
    </>
  );
}

/** At most so many views within so many days. */
function Limit({ frequency, set }: FrequencyProps) {
  const times_problem = useProblemAt("frequency.limit.times");
  const days_problem = useProblemAt("frequency.limit.days");
  const { limit, ...without } = frequency;
  return (
    <>
      <SwitchField
        label={t("Maximum number of views")}
        hint={t("Limits how often one person sees this within some days.")}
        checked={limit !== undefined}
        onChange={(on) => set(on ? { ...frequency, limit: { times: 3, days: 7 } } : without)}
      />
      {limit !== undefined && (
        <div className="flex flex-wrap gap-3">
          <Field label={t("Show at most")} error={times_problem}>
            <NumberInput
              value={limit.times}
              unit={t("times")}
              max={limits.cap_runs_max}
              onChange={(times) => set({ ...frequency, limit: { ...limit, times } })}
            />
          </Field>
          <Field label={t("Within")} error={days_problem}>
            <NumberInput
              value={limit.days}
              unit={t("days##unit")}
              max={limits.rule_days_max}
              onChange={(days) => set({ ...frequency, limit: { ...limit, days } })}
            />
          </Field>
        </div>
      )}
    </>
  );
}

const LINK = "w-fit rounded-xs text-sm font-medium text-accent-text hover:underline";

/** Frequency caps that cover this content. They're edited on their own page, because they belong to the workspace. */
function Caps() {
  const { api } = useAppContext();
  const app = useApp();
  const { state } = useEditor();
  const { data } = useQuery(frequencyQueries.caps(api));
  const { body, tags } = state.draft.edition;
  const covering = (data?.items ?? []).filter(({ covers }) => isCoveredByCap(covers, { type: body.type, tags }));
  if (data === undefined) return null;
  return (
    <div className="flex flex-col gap-1 rounded-lg border border-line bg-sunken p-3.5 text-sm text-ink-2">
      <h3 className="text-sm font-medium text-ink">{t("Frequency caps")}</h3>
      {covering.length === 0 && <p>{t("No frequency cap covers this content.")}</p>}
      <ul className="flex flex-col gap-0.5 empty:hidden">
        {covering.map(({ id, name, runs_max, window_hours }) => (
          <li key={id}>
            {tCount(window_hours, "{name}: at most {most} within {n} hour", "{name}: at most {most} within {n} hours", {
              name,
              most: runs_max,
            })}
          </li>
        ))}
      </ul>
      <Link to="/$app/frequency" params={{ app: app.id }} className={LINK}>
        {t("Manage frequency caps")}
      </Link>
    </div>
  );
}

function Order() {
  const app = useApp();
  const { state, dispatch } = useEditor();
  return (
    <SettingsRow
      title={t("Order")}
      description={t("When several items can appear, the one with the highest priority shows first.")}
    >
      <Field
        label={t("Priority")}
        error={useProblemAt("priority")}
        hint={t("From -100 to 100. In a tie, the older item shows first.")}
      >
        <NumberInput
          value={state.draft.edition.priority}
          unit=""
          min={-100}
          max={100}
          onChange={(priority) => dispatch({ kind: "set_rules", change: { priority } })}
        />
      </Field>
      <Link to="/$app/frequency" params={{ app: app.id }} className={LINK}>
        {t("See the order of all automatic content")}
      </Link>
    </SettingsRow>
  );
}
