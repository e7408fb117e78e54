import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { asProblem } from "../../lib/queries/queries.ts";
import { ProblemNotice } from "./problem-notice.tsx";
import { SkeletonScreen } from "./skeleton.tsx";

interface QueryViewProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** The shape of what is coming, for whoever waits long enough to see it. */
  readonly shape: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** What a query answered; until then its shape, and why it failed with a way to try again. What was there stays. */
export function QueryView<Data>({ query, shape, children }: QueryViewProps<Data>) {
  const { data, error, isError, isFetching, isLoading, refetch } = query;
  if (data !== undefined) return children(data);
  if (isError) {
    return <ProblemNotice problem={asProblem(error)} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  return <SkeletonScreen waiting={isLoading}>{shape}</SkeletonScreen>;
}
