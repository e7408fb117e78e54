import type { Target } from "@fanfare/contract/target";
import { scoreOf } from "@fanfare/contract/target-score";
import { getRouteApi, useLocation } from "@tanstack/react-router";
import { Crosshair } from "lucide-react";
import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { useBuilder } from "./context.ts";
import { type PastedTarget, targetInHash } from "./pasted-target.ts";
import { scoreInWords, trialsInWords } from "./score-words.ts";
import { strategySummary } from "./steps.ts";

const route = getRouteApi("/$app/content/$id");

interface ProposedTargetProps {
  readonly target: Target;
  readonly onTake: (found: PastedTarget) => void;
}

/** A target that the debug panel found in the page itself, in the address until the author takes or leaves it. */
export function ProposedTarget({ target, onTake }: ProposedTargetProps) {
  const { read_only } = useBuilder();
  const navigate = route.useNavigate();
  const hash = useLocation({ select: (location) => location.hash });
  const found = targetInHash(hash);
  if (found === undefined || read_only) return null;
  const { target: proposed, failed } = found;
  const leave = (): void => void navigate({ search: true, hash: "", replace: true, resetScroll: false });
  const best = (of: Target): number => Math.max(0, ...of.strategies.map(scoreOf));
  return (
    <section
      aria-label={t("Found in the page")}
      className="mb-2 flex flex-col gap-2.5 rounded-lg border border-accent bg-accent-soft p-3 text-sm"
    >
      <strong className="flex items-center gap-2 [&_svg]:size-4 [&_svg]:shrink-0">
        <Crosshair />
        {t("Found in the page")}
      </strong>
      <ol className="flex list-decimal flex-col gap-0.5 ps-5 text-ink-2">
        {proposed.strategies.map((strategy, index) => (
          <li key={JSON.stringify(strategy)} className="wrap-anywhere">
            <bdi>{strategySummary(strategy)}</bdi>
            <span className="block text-xs text-ink-3">{scoreInWords(strategy)}</span>
            {failed?.[index] !== undefined && (
              <span className="block text-xs text-ink-3">{trialsInWords(failed[index])}</span>
            )}
          </li>
        ))}
      </ol>
      <p className="text-ink-2">
        {t("How likely it outlives a redesign: {score} instead of {now}, of 1.", {
          score: best(proposed),
          now: best(target),
        })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          size="sm"
          onClick={() => {
            onTake(found);
            leave();
          }}
        >
          {t("Use this target")}
        </Button>
        <Button look="ghost" size="sm" onClick={leave}>
          {t("Leave it as it is")}
        </Button>
      </div>
    </section>
  );
}
