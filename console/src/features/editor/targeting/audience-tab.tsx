import type { Targeting } from "@fanfare/contract/content/content";
import { ALL_CONDITIONS } from "../../../components/rules/conditions.ts";
import { RuleBuilder } from "../../../components/rules/rule-builder.tsx";
import { RulePreview } from "../../../components/rules/rule-preview.tsx";
import { t } from "../../../lib/i18n/t.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { SettingsRow, SettingsRows } from "../forms/settings-row.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";
import { useRollout } from "../state/use-rollout.ts";
import { PageRules } from "./page-rules.tsx";
import { StartPageSuggestion } from "./start-page-suggestion.tsx";

export function AudienceTab() {
  return (
    <SettingsRows>
      <People />
      <Pages />
      <Share />
    </SettingsRows>
  );
}

function useTargeting(): readonly [Targeting, (targeting: Targeting) => void] {
  const { state, dispatch } = useEditor();
  return [state.draft.edition.targeting, (targeting) => dispatch({ kind: "set_rules", change: { targeting } })];
}

const KNOWN_OPTIONS = [
  { value: "both", label: t("Everyone") },
  { value: "identified", label: t("Identified") },
  { value: "anonymous", label: t("Anonymous") },
] as const;

function People() {
  const { read_only } = useEditor();
  const [targeting, set] = useTargeting();
  const { audience, people, ...rest } = targeting;
  const known = people === undefined ? {} : { people };
  return (
    <SettingsRow title={t("People")} description={t("Choose who sees this. With no conditions, everyone does.")} wide>
      <Segmented
        label={t("Identity")}
        value={people ?? "both"}
        options={KNOWN_OPTIONS}
        onChange={(next) =>
          set({ ...rest, ...(audience && { audience }), ...(next === "both" ? {} : { people: next }) })
        }
        className="self-start"
      />
      <RuleBuilder
        rule={audience}
        onChange={(rule) => set({ ...rest, ...known, ...(rule && { audience: rule }) })}
        kinds={ALL_CONDITIONS}
        disabled={read_only}
      />
      <RulePreview rule={audience} />
    </SettingsRow>
  );
}

function Pages() {
  const [targeting, set] = useTargeting();
  return (
    <SettingsRow
      title={t("Pages")}
      description={t("Choose where this appears. With no patterns, it appears on every page.")}
    >
      <StartPageSuggestion
        onApply={(pattern) => set({ ...targeting, urls: { ...targeting.urls, include: [pattern] } })}
      />
      <PageRules urls={targeting.urls} onChange={(urls) => set({ ...targeting, urls })} />
    </SettingsRow>
  );
}

function Share() {
  const [rollout, set] = useRollout();
  return (
    <SettingsRow
      title={t("Rollout")}
      description={t("The percentage of the audience that sees this. Each person’s result is stable.")}
    >
      <Field
        label={t("Share of audience")}
        error={useProblemAt("rollout.percent")}
        hint={t("Increase the share gradually. People who are already included stay included.")}
      >
        <NumberInput
          value={rollout.percent ?? 100}
          unit="%"
          min={0}
          max={100}
          onChange={(percent) => set({ percent })}
        />
      </Field>
    </SettingsRow>
  );
}
