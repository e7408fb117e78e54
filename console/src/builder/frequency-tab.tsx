import type { Frequency, FrequencyMode } from "@fanfare/contract/content";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useApp, useDoors } from "../doors.ts";
import { t, tCount } from "../language/t.ts";
import { ChoiceCards } from "../ui/choice-cards.tsx";
import { Field } from "../ui/field.tsx";
import { NumberInput } from "../ui/number-input.tsx";
import { SwitchField } from "../ui/switch.tsx";
import { capGroupQuery } from "./cap-groups.ts";
import { useBuilder, useProblemAt } from "./context.ts";
import { ScheduleFields } from "./schedule-fields.tsx";
import { Row, Rows } from "./settings-row.tsx";
import { TriggerFields } from "./trigger-fields.tsx";

const FREQUENCY_OPTIONS = [
  { value: "until_completed", label: t("Until it is completed"), hint: t("Closing it early brings it back.") },
  { value: "once", label: t("Once"), hint: t("Closing it counts too.") },
  { value: "every", label: t("Every so many days"), hint: t("It comes again after a while.") },
  { value: "always", label: t("Every time"), hint: t("Whenever it may start.") },
] as const satisfies readonly { value: FrequencyMode; label: string; hint: string }[];

/** What makes it appear, how often, when, and before what else. */
export function FrequencyTab() {
  return (
    <Rows>
      <Row title={t("Start")} description={t("What makes it appear.")}>
        <TriggerFields />
        <Delay />
      </Row>
      <Often />
      <Row title={t("Schedule")} description={t("When it may be met at all. Without one: from its publication on.")}>
        <ScheduleFields />
      </Row>
      <Order />
    </Rows>
  );
}

function Delay() {
  const { state, dispatch } = useBuilder();
  const { delay_ms = 0 } = state.draft.edition;
  return (
    <Field label={t("Then wait")} error={useProblemAt("delay_ms")} hint={t("Once all else allows it.")}>
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
  const { state, dispatch } = useBuilder();
  const { frequency } = state.draft.edition;
  const { mode, every_days, cooldown_hours } = frequency;
  const set = (next: Frequency): void => dispatch({ kind: "set_rules", change: { frequency: next } });
  const days_problem = useProblemAt("frequency.every_days");
  const hours_problem = useProblemAt("frequency.cooldown_hours");
  const cooldown = cooldown_hours === undefined ? {} : { cooldown_hours };
  return (
    <Row title={t("How often")} description={t("Per person, on all of their devices once they are known.")}>
      <ChoiceCards
        label={t("How often a person sees it")}
        value={mode}
        options={FREQUENCY_OPTIONS}
        onChange={(next) =>
          set({ mode: next, ...(next === "every" ? { every_days: every_days ?? 30 } : {}), ...cooldown })
        }
      />
      {mode === "every" && (
        <Field label={t("Again after")} error={days_problem}>
          <NumberInput
            value={every_days ?? 30}
            unit={t("days##unit")}
            max={limits.rule_days_max}
            onChange={(days) => set({ mode, every_days: days, ...cooldown })}
          />
        </Field>
      )}
      <SwitchField
        label={t("Leave people alone in between")}
        hint={t("Whatever else is said, it does not come again sooner than this after it went.")}
        checked={cooldown_hours !== undefined}
        onChange={(on) => {
          const { cooldown_hours: _, ...without } = frequency;
          set(on ? { ...frequency, cooldown_hours: 24 } : without);
        }}
      />
      {cooldown_hours !== undefined && (
        <Field label={t("At least")} error={hours_problem}>
          <NumberInput
            value={cooldown_hours}
            unit={t("hours##unit")}
            max={limits.cooldown_hours_max}
            onChange={(hours) => set({ ...frequency, cooldown_hours: hours })}
          />
        </Field>
      )}
      <Caps />
    </Row>
  );
}

/** The cap groups that count this content too: they are the workspace's, so they are shown and not changed here. */
function Caps() {
  const { api } = useDoors();
  const app = useApp();
  const { state } = useBuilder();
  const { data } = useQuery(capGroupQuery(api));
  const { body, tags } = state.draft.edition;
  const covering = (data?.items ?? []).filter(({ covers }) => {
    const { types, tags: of } = covers;
    if (types.length === 0 && of.length === 0) return true;
    return types.includes(body.type) || of.some((tag) => tags.includes(tag));
  });
  if (covering.length === 0) return null;
  return (
    <div className="rounded-lg border border-line bg-sunken p-3.5 text-sm text-ink-2">
      <h3 className="text-sm font-medium text-ink">{t("Capped together with others in {app}", { app: app.name })}</h3>
      <ul className="mt-1 flex flex-col gap-0.5">
        {covering.map(({ id, name, runs_max, window_hours }) => (
          <li key={id}>
            {tCount(window_hours, "{name}: at most {most} within {n} hour", "{name}: at most {most} within {n} hours", {
              name,
              most: runs_max,
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Order() {
  const { state, dispatch } = useBuilder();
  return (
    <Row title={t("Order")} description={t("When several may appear, the one with the highest priority goes first.")}>
      <Field
        label={t("Priority")}
        error={useProblemAt("priority")}
        hint={t("From -100 to 100. Ties go to the older one.")}
      >
        <NumberInput
          value={state.draft.edition.priority}
          unit=""
          min={-100}
          max={100}
          onChange={(priority) => dispatch({ kind: "set_rules", change: { priority } })}
        />
      </Field>
    </Row>
  );
}
