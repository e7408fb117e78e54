import type { Step } from "@fanfare/contract/tour";
import { Link } from "@tanstack/react-router";
import { Crosshair, Plus, Square } from "lucide-react";
import type { KeyboardEvent } from "react";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { useBuilder } from "./context.ts";
import { countUnder } from "./problems.ts";
import { stepTitle, strategySummary } from "./steps.ts";
import type { StepMoves } from "./steps-tab.tsx";

interface StepListProps {
  readonly steps: readonly Step[];
  readonly open: string;
  readonly moves: StepMoves;
}

/** The steps in order: beside the form, or as a strip above it where there is no room. */
export function StepList({ steps, open, moves }: StepListProps) {
  const { read_only } = useBuilder();
  return (
    <aside
      aria-label="Steps"
      className="flex min-w-0 gap-2 border-line p-3 max-md:overflow-x-auto max-md:border-b md:sticky md:top-24 md:max-h-[calc(100dvh-6.5rem)] md:flex-col md:self-start md:overflow-y-auto md:px-4 md:py-5 xl:ps-(--gutter)"
    >
      <ol className="flex gap-1 md:flex-col">
        {steps.map((step, index) => (
          <li key={step.id} className="max-md:w-44 max-md:shrink-0">
            <StepRow step={step} index={index} current={step.id === open} moves={moves} />
          </li>
        ))}
      </ol>
      {!read_only && (
        <Button look="ghost" icon={<Plus />} onClick={moves.add} className="max-md:h-auto md:justify-start md:px-2">
          Add step
        </Button>
      )}
    </aside>
  );
}

interface StepRowProps {
  readonly step: Step;
  readonly index: number;
  readonly current: boolean;
  readonly moves: StepMoves;
}

function StepRow({ step, index, current, moves }: StepRowProps) {
  const { state, read_only } = useBuilder();
  const problems = countUnder(state.problems, `body.steps.${index}`);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (read_only || !event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    moves.move(step, event.key === "ArrowUp" ? -1 : 1);
  };
  return (
    <Link
      from="/$app/content/$id"
      search={(search) => ({ ...search, step: step.id })}
      replace
      resetScroll={false}
      data-step-link
      aria-current={current ? "page" : undefined}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      onKeyDown={onKeyDown}
      className={cx(
        "flex min-w-0 items-center gap-2.5 rounded-md px-2 py-1.5 transition-colors hover:bg-fill",
        current && "bg-fill-strong hover:bg-fill-strong",
      )}
    >
      <span
        className={cx(
          "grid size-5.5 shrink-0 place-items-center rounded-full text-xs font-semibold tabular-nums",
          problems > 0
            ? "bg-negative text-on-solid"
            : current
              ? "bg-accent text-on-solid"
              : "bg-fill-strong text-ink-2",
        )}
      >
        {index + 1}
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate text-sm font-medium">{stepTitle(step)}</span>
        <span className="flex items-center gap-1 text-xs text-ink-3 [&_svg]:size-3 [&_svg]:shrink-0">
          {step.kind === "anchored" ? <Crosshair /> : <Square />}
          <span className="truncate">{placeWords(step)}</span>
        </span>
      </span>
      {problems > 0 && <span className="sr-only">, {problems === 1 ? "1 problem" : `${problems} problems`}</span>}
    </Link>
  );
}

const PLACES = { centered: "Middle of the page", corner: "Corner of the page", banner: "Bar along an edge" } as const;

function placeWords(step: Step): string {
  if (step.kind !== "anchored") return PLACES[step.kind];
  const [first] = step.target.strategies;
  return first === undefined ? "No target yet" : strategySummary(first);
}
