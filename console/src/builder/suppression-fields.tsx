import type { SuppressionOffer, SuppressionReach } from "@fanfare/contract/choices";
import { limits } from "@fanfare/contract/limits";
import { t } from "../language/t.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { NumberInput } from "../ui/number-input.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { SwitchField } from "../ui/switch.tsx";
import { useBuilder, useProblemAt } from "./context.ts";

const REACHES = [
  { value: "content", label: t("Only this") },
  { value: "tag", label: t("All of a tag") },
  { value: "all", label: t("Everything") },
] as const;

/** "Do not show again" and "Remind me later": whether they are offered, and what they mean. */
export function SuppressionFields() {
  const { state, dispatch } = useBuilder();
  const { body, tags } = state.draft.edition;
  const { suppression } = body;
  const days_problem = useProblemAt("body.suppression.days");
  const hours_problem = useProblemAt("body.suppression.snooze_hours");
  const tag_problem = useProblemAt("body.suppression.reach.tag");
  const set = (next: SuppressionOffer): void => dispatch({ kind: "set_choices", change: { suppression: next } });
  const { snooze_hours, reach, ...rest } = suppression;
  const snoozed = snooze_hours === undefined ? {} : { snooze_hours };
  const setReach = (next: SuppressionReach): void =>
    set({ ...rest, ...snoozed, ...(next.scope === "content" ? {} : { reach: next }) });
  return (
    <>
      <SwitchField
        label={t("Offer “Do not show again”")}
        hint={t("The server remembers it on all devices, and the person can take it back.")}
        checked={suppression.offered}
        onChange={(offered) => set({ ...suppression, offered })}
      />
      {suppression.offered && (
        <>
          <Field label={t("It lasts")} error={days_problem}>
            <NumberInput
              value={suppression.days}
              unit={t("days##unit")}
              max={limits.suppression_days_max}
              onChange={(days) => set({ ...suppression, days })}
            />
          </Field>
          <div className="flex flex-col gap-1.5">
            <span className="text-sm font-medium" aria-hidden="true">
              {t("It hides")}
            </span>
            <Segmented
              label={t("What it hides")}
              value={reach?.scope ?? "content"}
              options={REACHES}
              onChange={(scope) => setReach(scope === "tag" ? { scope, tag: tags[0] ?? "" } : { scope })}
              className="self-start"
            />
          </div>
          {reach?.scope === "tag" && (
            <Field label={t("Tag")} error={tag_problem} hint={t("Every content with this tag goes with it.")}>
              <Input
                value={reach.tag}
                maxLength={limits.tag_chars_max}
                onChange={(event) => setReach({ scope: "tag", tag: event.target.value })}
              />
            </Field>
          )}
        </>
      )}
      <SwitchField
        label={t("Offer “Remind me later”")}
        hint={t("It goes, and comes back after a while.")}
        checked={snooze_hours !== undefined}
        onChange={(on) => {
          const reached = reach === undefined ? {} : { reach };
          set({ ...rest, ...reached, ...(on ? { snooze_hours: 24 } : {}) });
        }}
      />
      {snooze_hours !== undefined && (
        <Field label={t("It comes back after")} error={hours_problem}>
          <NumberInput
            value={snooze_hours}
            unit={t("hours##unit")}
            max={limits.snooze_hours_max}
            onChange={(hours) => set({ ...suppression, snooze_hours: hours })}
          />
        </Field>
      )}
    </>
  );
}
