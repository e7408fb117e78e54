import type { Target } from "@fanfare/contract/target/target";
import { scoreStrategy } from "@fanfare/contract/target/target-score";
import { getRouteApi, useLocation } from "@tanstack/react-router";
import { Crosshair } from "lucide-react";
import { describeScore, describeTrials } from "../../../components/target/score-labels.ts";
import { t } from "../../../lib/i18n/t.ts";
import { strategySummary } from "../../../model/draft/steps.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { useEditor } from "../state/editor-context.ts";
import { type PastedTarget, targetInHash } from "./pasted-target.ts";

const route = getRouteApi("/$app/content/$id");

interface ProposedTargetProps {
  readonly target: Target;
  readonly onTake: (found: PastedTarget) => void;
}

/** Offers a target that the debug panel found. Stays in the URL until the author accepts or discards it. */
export function ProposedTarget({ target, onTake }: ProposedTargetProps) {
  const { read_only } = useEditor();
  const navigate = route.useNavigate();
  const hash = useLocation({ select: (location) => location.hash });
  const found = targetInHash(hash);
  if (found === undefined || read_only) return null;
  const { target: proposed, failed } = found;
  const leave = (): void => void navigate({ search: true, hash: "", replace: true, resetScroll: false });
  const best = (of: Target): number => Math.max(0, ...of.strategies.map(scoreStrategy));
  return (
    <section
      aria-label={t("Found on your page")}
      className="mb-2 flex flex-col gap-2.5 rounded-lg border border-accent bg-accent-soft p-3 text-sm"
    >
      <strong className="flex items-center gap-2 [&_svg]:size-4 [&_svg]:shrink-0">
        <Crosshair />
        {t("Found on your page")}
      </strong>
      <ol className="flex list-decimal flex-col gap-0.5 ps-5 text-ink-2">
        {proposed.strategies.map((strategy, index) => (
          <li key={JSON.stringify(strategy)} className="wrap-anywhere">
            <bdi>{strategySummary(strategy)}</bdi>
            <span className="block text-xs text-ink-3">{describeScore(strategy)}</span>
            {failed?.[index] !== undefined && (
              <span className="block text-xs text-ink-3">{describeTrials(failed[index])}</span>
            )}
          </li>
        ))}
      </ol>
      <p className="text-ink-2">
        {t("Reliability: {score} out of 1 (currently {now})", {
          score: best(proposed),
          now: best(target),
        })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          size="sm"
          onClick={() => {
            onTake(found);
            leave();
          }}
        >
          {t("Use target")}
        </Button>
        <Button variant="ghost" size="sm" onClick={leave}>
          {t("Keep current target")}
        </Button>
      </div>
    </section>
  );
}
