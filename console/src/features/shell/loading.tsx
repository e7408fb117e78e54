import { useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Spinner } from "../../ui/elements/spinner.tsx";
import { Skeleton, useIsSlow } from "../../ui/feedback/skeleton.tsx";

export function PageLoading() {
  return (
    <div className="flex flex-col gap-5 px-[var(--gutter,1.5rem)] py-5">
      <Skeleton className="h-8 w-64 max-w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  );
}

/** Wraps all pages. Until the first page's session is known, there is no frame and no gutter. */
export function InitialLoading({ children }: { readonly children: ReactNode }) {
  const slow = useIsSlow(useRouterState({ select: ({ matches }) => matches.length === 0 }));
  return (
    <>
      {slow && (
        <div className="grid min-h-dvh place-items-center text-ink-3">
          <Spinner className="size-6" />
        </div>
      )}
      {children}
    </>
  );
}
