import type { ReactNode } from "react";
import { QueryProblem, type QueryState } from "./problem-notice.tsx";
import { SkeletonScreen } from "./skeleton.tsx";

interface QueryViewProps<Data> {
  readonly query: QueryState & {
    readonly data: Data | undefined;
    readonly isError: boolean;
    readonly isLoading: boolean;
  };
  /** The shape of what is coming, for whoever waits long enough to see it. */
  readonly shape: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** What a query answered; until then its shape, and why it failed with a way to try again. What was there stays. */
export function QueryView<Data>({ query, shape, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <QueryProblem of={query} />;
  return <SkeletonScreen waiting={query.isLoading}>{shape}</SkeletonScreen>;
}
