import type { Experiment } from "@fanfare/contract/experiment";
import { limits } from "@fanfare/contract/limits";
import { systemRng } from "@fanfare/contract/rng";
import { Link } from "@tanstack/react-router";
import { ChartNoAxesColumn, Dices, Plus } from "lucide-react";
import { useApp } from "../doors.ts";
import { t } from "../language/t.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { NumberInput } from "../ui/number-input.tsx";
import { toast } from "../ui/toast.tsx";
import { useBuilder, useProblemAt } from "./context.ts";
import { Row, Rows } from "./settings-row.tsx";
import { ShareBar } from "./share-bar.tsx";
import { useRollout } from "./use-rollout.ts";
import { VariantRow } from "./variant-row.tsx";
import { addVariant, removeVariant } from "./variants.ts";

/** Does it help, and which words help more: who is held out, and the variants that are compared. */
export function ExperimentTab() {
  const { edition } = useBuilder().state.draft;
  const divided = edition.experiment !== undefined || (edition.rollout?.holdout_percent ?? 0) > 0;
  return (
    <Rows>
      <HoldOut />
      <Variants />
      {divided && <Result />}
    </Rows>
  );
}

function HoldOut() {
  const [rollout, set] = useRollout();
  return (
    <Row
      title={t("Does it help?")}
      description={t(
        "Hold some people out: they never meet it, and what they do tells what would have happened anyway.",
      )}
    >
      <Field
        label={t("Hold out")}
        error={useProblemAt("rollout.holdout_percent")}
        hint={t("Of those who are let in: 10 % is a good beginning. They stay out for as long as it is above 0.")}
      >
        <NumberInput
          value={rollout.holdout_percent ?? 0}
          unit="%"
          min={0}
          max={limits.holdout_percent_max}
          onChange={(holdout_percent) => set({ holdout_percent })}
        />
      </Field>
    </Row>
  );
}

function Variants() {
  const { state, dispatch, read_only } = useBuilder();
  const { edition } = state.draft;
  const { experiment } = edition;
  const problem = useProblemAt("experiment.weight");
  const set = (next: Experiment | undefined): void => dispatch({ kind: "set_rules", change: { experiment: next } });
  const added = addVariant(edition, newSeed());
  const add = !read_only && (
    <Button
      icon={<Plus />}
      disabled={added === undefined}
      onClick={() => added !== undefined && set(added)}
      className="self-start"
    >
      {t("Add a variant")}
    </Button>
  );
  return (
    <Row
      wide
      title={t("Which words help more?")}
      description={t(
        "Up to four variants with words and steps of their own. Each person gets one, on every device the same. Whom it is for, when it starts and how often it comes is the same for all.",
      )}
    >
      {experiment === undefined ? (
        <div className="flex flex-col items-start gap-3 rounded-lg border border-dashed border-line-strong p-5">
          <p className="text-sm text-ink-2 text-pretty">
            {t(
              "Everybody gets the same now. A variant begins as a copy: change one thing in it, so that you know what made the difference.",
            )}
          </p>
          {add}
        </div>
      ) : (
        <>
          <ShareBar />
          <ul aria-label={t("Variants")} className="flex flex-col divide-y divide-line rounded-lg border border-line">
            <VariantRow id="a" onWeight={(weight) => set({ ...experiment, weight })} />
            {experiment.variants.map((variant) => (
              <VariantRow
                key={variant.id}
                id={variant.id}
                onWeight={(weight) => set(changed(experiment, variant.id, { weight }))}
                onName={(name) => set(changed(experiment, variant.id, { name }))}
                onRemove={() => {
                  set(removeVariant(edition, variant.id));
                  toast.done({
                    title: t("Variant removed"),
                    action: { label: t("Undo"), onClick: () => set(experiment) },
                  });
                }}
              />
            ))}
          </ul>
          {problem !== undefined && (
            <p role="alert" className="text-sm text-negative-text">
              {problem}
            </p>
          )}
          {add}
        </>
      )}
    </Row>
  );
}

const changed = (
  experiment: Experiment,
  id: string,
  change: { readonly name?: string; readonly weight?: number },
): Experiment => ({
  ...experiment,
  variants: experiment.variants.map((each) => (each.id === id ? { ...each, ...change } : each)),
});

/** Names an experiment among those of its content. */
function newSeed(): string {
  return Array.from(systemRng.bytes(8), (octet) => octet.toString(16).padStart(2, "0")).join("");
}

function Result() {
  const { state, dispatch, read_only } = useBuilder();
  const app = useApp();
  const { experiment } = state.draft.edition;
  const set = (next: Experiment): void => dispatch({ kind: "set_rules", change: { experiment: next } });
  const startOver = (before: Experiment): void => {
    set({ ...before, seed: newSeed() });
    toast.note({
      title: t("A new experiment begins with the next publication"),
      description: t(
        "Everybody is divided anew then, and counting begins at zero. What came of this one is not shown any more.",
      ),
      action: { label: t("Undo"), onClick: () => set(before) },
    });
  };
  return (
    <Row
      title={t("Result")}
      description={t(
        "People count from the first time that they meet it, or, held out, would have. Change weights as you like: who met a variant keeps it.",
      )}
    >
      <div className="flex flex-wrap gap-2">
        <Link
          to="/$app/analytics"
          params={{ app: app.id }}
          search={{ tab: "experiments", content: state.server.id }}
          className={buttonClass("secondary")}
        >
          <ChartNoAxesColumn />
          {t("See what came of it")}
        </Link>
        {experiment !== undefined && !read_only && (
          <Button icon={<Dices />} onClick={() => startOver(experiment)}>
            {t("Start over")}
          </Button>
        )}
      </div>
    </Row>
  );
}
