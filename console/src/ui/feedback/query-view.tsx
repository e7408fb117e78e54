import type { ReactNode } from "react";
import { QueryProblem, type QueryState } from "./problem-notice.tsx";
import { SkeletonScreen } from "./skeleton.tsx";

interface QueryViewProps<Data> {
  readonly query: QueryState & {
    readonly data: Data | undefined;
    readonly isError: boolean;
    readonly isLoading: boolean;
  };
  /** Skeleton, displayed if loading takes long. */
  readonly shape: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Renders a query's data, a skeleton while loading, or the error with a retry. Keeps existing data on errors. */
export function QueryView<Data>({ query, shape, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <QueryProblem of={query} />;
  return <SkeletonScreen waiting={query.isLoading}>{shape}</SkeletonScreen>;
}
