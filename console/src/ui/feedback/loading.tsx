import { cx } from "../cx.ts";
import { QueryProblem } from "./problem-notice.tsx";
import { Skeleton, SkeletonScreen } from "./skeleton.tsx";

interface LoadingProps {
  readonly query: {
    readonly isError: boolean;
    readonly error: unknown;
    readonly isFetching: boolean;
    readonly isPending: boolean;
    readonly refetch: () => unknown;
  };
  /** Omits the page margins. */
  readonly inside?: boolean;
}

/** Placeholder for a pending query: empty at first, then a skeleton, or the error. */
export function Loading({ query, inside = false }: LoadingProps) {
  if (query.isError) {
    return <QueryProblem of={query} />;
  }
  return (
    <SkeletonScreen waiting={query.isPending}>
      <div aria-busy="true" className={cx("flex flex-col gap-4", !inside && "border-t border-line px-(--gutter) py-7")}>
        {["w-64", "w-96", "w-80", "w-72"].map((width) => (
          <Skeleton key={width} className={`h-4 max-w-full ${width}`} />
        ))}
      </div>
    </SkeletonScreen>
  );
}
