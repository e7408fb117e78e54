import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { asProblem } from "../queries.ts";
import { ProblemNotice } from "./problem-notice.tsx";
import { Shape } from "./skeleton.tsx";

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** The shape of what is coming, for whoever waits long enough to see it. */
  readonly shape: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** What a query answered; until then its shape, and why it failed with a way to try again. What was there stays. */
export function Loaded<Data>({ query, shape, children }: LoadedProps<Data>) {
  const { data, error, isError, isFetching, isLoading, refetch } = query;
  if (data !== undefined) return children(data);
  if (isError) {
    return <ProblemNotice problem={asProblem(error)} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  return <Shape waiting={isLoading}>{shape}</Shape>;
}
