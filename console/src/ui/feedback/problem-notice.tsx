import { CloudOff, RotateCw, SearchX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { t } from "../../lib/i18n/t.ts";
import { cx } from "../cx.ts";
import { Button } from "../elements/button.tsx";
import { ProblemTrace } from "./problem-trace.tsx";
import { ServerText } from "./server-text.tsx";

interface ProblemNoticeProps {
  readonly problem: ApiProblem;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
  /** Alternative if a retry doesn't help. */
  readonly way?: ReactNode;
  /** Fills the whole page, so its title is the page's heading. */
  readonly whole_page?: boolean;
}

const NOT_FOUND = 404;

/** Replaces content that couldn't be loaded, with the reason, the request ID, and a retry. */
export function ProblemNotice({ problem, onRetry, retrying = false, way, whole_page = false }: ProblemNoticeProps) {
  const Title = whole_page ? "h1" : "h2";
  /** Nothing failed: the resource was deleted, or the URL is wrong. */
  const is_missing = problem.status === NOT_FOUND;
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-16 text-center wrap-anywhere">
      <span
        className={cx(
          "mb-5 grid size-11 place-items-center rounded-full [&_svg]:size-5",
          is_missing ? "bg-fill text-ink-3" : "bg-negative-soft text-negative-text",
        )}
      >
        {is_missing ? <SearchX /> : problem.code === "network" ? <CloudOff /> : <TriangleAlert />}
      </span>
      <Title className="text-md font-semibold text-balance">{problem.title}</Title>
      <p className="mt-1.5 max-w-110 text-base text-ink-2 text-balance">
        <ServerText text={problem.detail} />
      </p>
      {onRetry !== undefined && (
        <Button className="mt-6" onClick={onRetry} busy={retrying} icon={<RotateCw />}>
          {t("Try again")}
        </Button>
      )}
      {way !== undefined && <div className="mt-6">{way}</div>}
      <ProblemTrace problem={problem} className="mt-5" />
    </div>
  );
}

export interface QueryState {
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** {@link ProblemNotice} for a failed query. */
export function QueryProblem({ of: { error, isFetching, refetch } }: { readonly of: QueryState }) {
  return <ProblemNotice problem={asProblem(error)} retrying={isFetching} onRetry={() => void refetch()} />;
}
