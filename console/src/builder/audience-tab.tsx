import type { Targeting } from "@fanfare/contract/content";
import { t } from "../language/t.ts";
import { LEAVES_OF_ALL } from "../rules/leaves.ts";
import { RuleBuilder } from "../rules/rule-builder.tsx";
import { RulePreview } from "../rules/rule-preview.tsx";
import { Field } from "../ui/field.tsx";
import { NumberInput } from "../ui/number-input.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { useBuilder, useProblemAt } from "./context.ts";
import { PageRules } from "./page-rules.tsx";
import { Row, Rows } from "./settings-row.tsx";
import { useRollout } from "./use-rollout.ts";

/** Who may meet it, where, and how many of them. */
export function AudienceTab() {
  return (
    <Rows>
      <People />
      <Pages />
      <Share />
    </Rows>
  );
}

function useTargeting(): readonly [Targeting, (targeting: Targeting) => void] {
  const { state, dispatch } = useBuilder();
  return [state.draft.edition.targeting, (targeting) => dispatch({ kind: "set_rules", change: { targeting } })];
}

const KNOWN_OPTIONS = [
  { value: "both", label: t("Everybody") },
  { value: "identified", label: t("Known by name") },
  { value: "anonymous", label: t("Anonymous") },
] as const;

function People() {
  const { read_only } = useBuilder();
  const [targeting, set] = useTargeting();
  const { audience, people, ...rest } = targeting;
  const known = people === undefined ? {} : { people };
  return (
    <Row title={t("People")} description={t("Who it is for. Without a condition: everybody.")} wide>
      <Segmented
        label={t("Whether people are known")}
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
        kinds={LEAVES_OF_ALL}
        disabled={read_only}
      />
      <RulePreview rule={audience} />
    </Row>
  );
}

function Pages() {
  const [targeting, set] = useTargeting();
  return (
    <Row title={t("Pages")} description={t("Where it may appear. Without a pattern: on every page.")}>
      <PageRules urls={targeting.urls} onChange={(urls) => set({ ...targeting, urls })} />
    </Row>
  );
}

function Share() {
  const [rollout, set] = useRollout();
  return (
    <Row
      title={t("Roll-out")}
      description={t("How many of those for whom it is meant really meet it: always the same ones.")}
    >
      <Field
        label={t("Let in")}
        error={useProblemAt("rollout.percent")}
        hint={t("Raise it step by step; who is in stays in.")}
      >
        <NumberInput
          value={rollout.percent ?? 100}
          unit="%"
          min={0}
          max={100}
          onChange={(percent) => set({ percent })}
        />
      </Field>
    </Row>
  );
}
