import { useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Skeleton, useIsSlow } from "../../ui/feedback/skeleton.tsx";

/** In place of a page that waits for what it is about. */
export function PageLoading() {
  return (
    <div className="flex flex-col gap-5 px-[var(--gutter,1.5rem)] py-5">
      <Skeleton className="h-8 w-64 max-w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  );
}

/** Around all pages: while it is not known yet who looks at the first one, there is no frame for it and no gutter. */
export function InitialLoading({ children }: { readonly children: ReactNode }) {
  const slow = useIsSlow(useRouterState({ select: ({ matches }) => matches.length === 0 }));
  return (
    <>
      {slow && <PageLoading />}
      {children}
    </>
  );
}
