import type { Experiment } from "@fanfare/contract/content/experiment";
import { expectedShares } from "@fanfare/contract/content/variants";
import { systemRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { Link } from "@tanstack/react-router";
import { ChartNoAxesColumn, Dices, Plus } from "lucide-react";
import { useApp } from "../../../lib/app-context.ts";
import { percent } from "../../../lib/i18n/format.ts";
import { t } from "../../../lib/i18n/t.ts";
import { toast } from "../../../lib/toast.ts";
import { ARM_COLORS, armTitle } from "../../../model/draft/arm-labels.ts";
import { addVariant, removeVariant, variantIn } from "../../../model/draft/variants.ts";
import { Button, buttonClass } from "../../../ui/elements/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { SettingsRow, SettingsRows } from "../forms/settings-row.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";
import { useRollout } from "../state/use-rollout.ts";
import { EndExperiment } from "./end-experiment.tsx";
import { VariantRow } from "./variant-row.tsx";

function ShareBar() {
  const { edition } = useEditor().state.draft;
  const shares = [...expectedShares(edition)];
  return (
    <figure className="flex flex-col gap-2.5">
      <div aria-hidden="true" className="flex h-3 gap-px overflow-hidden rounded-full bg-fill">
        {shares.map(([arm, share]) => (
          <span key={arm} className={ARM_COLORS[arm]} style={{ width: `${Math.min(1, share) * 100}%` }} />
        ))}
      </div>
      <figcaption>
        <ul aria-label={t("Audience split")} className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
          {shares.map(([arm, share]) => (
            <li key={arm} className="flex min-w-0 items-center gap-1.5">
              <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${ARM_COLORS[arm]}`} />
              <span className="truncate">{armTitle(arm, variantIn(edition, arm)?.name)}</span>
              <span className="font-medium text-ink tabular-nums">{describeShares(share)}</span>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

const describeShares = (share: number): string => (Number.isFinite(share) ? percent(share, 1) : "–");

export function ExperimentTab() {
  const { edition } = useEditor().state.draft;
  const divided = edition.experiment !== undefined || (edition.rollout?.holdout_percent ?? 0) > 0;
  return (
    <SettingsRows>
      <HoldOut />
      <Variants />
      {divided && <Result />}
    </SettingsRows>
  );
}

function HoldOut() {
  const [rollout, set] = useRollout();
  return (
    <SettingsRow
      title={t("Holdout")}
      description={t("Hide this from a random group (the holdout) to measure its effect.")}
    >
      <Field
        label={t("Holdout share")}
        error={useProblemAt("rollout.holdout_percent")}
        hint={t("Percentage of the rollout. Start with 10%. People stay in the holdout until you set this to 0%.")}
      >
        <NumberInput
          value={rollout.holdout_percent ?? 0}
          unit="%"
          min={0}
          max={limits.holdout_percent_max}
          onChange={(holdout_percent) => set({ holdout_percent })}
        />
      </Field>
    </SettingsRow>
  );
}

function Variants() {
  const { state, dispatch, read_only } = useEditor();
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
      {t("Add variant")}
    </Button>
  );
  return (
    <SettingsRow
      wide
      title={t("A/B test")}
      description={t(
        "Compare up to 4 variants with their own text and steps. Each person sees the same variant on all devices. Audience, trigger, and frequency are shared.",
      )}
    >
      {experiment === undefined ? (
        <div className="flex flex-col items-start gap-3 rounded-lg border border-dashed border-line-strong p-5">
          <p className="text-sm text-ink-2 text-pretty">
            {t(
              "Everyone sees the same content now. A new variant starts as a copy. Change one thing at a time so that results are clear.",
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
    </SettingsRow>
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

/** Distinguishes the experiment from others of the same content. */
function newSeed(): string {
  return Array.from(systemRng.bytes(8), (octet) => octet.toString(16).padStart(2, "0")).join("");
}

function Result() {
  const { state, dispatch, read_only } = useEditor();
  const app = useApp();
  const { experiment } = state.draft.edition;
  const set = (next: Experiment): void => dispatch({ kind: "set_rules", change: { experiment: next } });
  const startOver = (before: Experiment): void => {
    set({ ...before, seed: newSeed() });
    toast.note({
      title: t("New experiment starts when you publish"),
      description: t("People are reassigned and counts restart at zero. Current results are no longer shown."),
      action: { label: t("Undo"), onClick: () => set(before) },
    });
  };
  return (
    <SettingsRow
      title={t("Results")}
      description={t(
        "People are counted from their first view. In the holdout, people are counted from when they would have seen the content. If you change shares, people keep their variant.",
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
          {t("View results")}
        </Link>
        {!read_only && <EndExperiment />}
        {experiment !== undefined && !read_only && (
          <Button icon={<Dices />} onClick={() => startOver(experiment)}>
            {t("Restart experiment")}
          </Button>
        )}
      </div>
    </SettingsRow>
  );
}
