import { createRootRouteWithContext, Link, Outlet, useRouterState } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Doors } from "../doors.ts";
import { t } from "../language/t.ts";
import { Announcer, announce } from "../ui/announcer.tsx";
import { buttonClass } from "../ui/button.tsx";
import { EmptyArt, EmptyState } from "../ui/empty-state.tsx";
import { Toaster } from "../ui/toast.tsx";
import { TooltipProvider } from "../ui/tooltip.tsx";

/** Around every page: toasts, tooltips, the live region, and what is said and focused when the page changes. */
export const rootRoute = createRootRouteWithContext<Doors>()({
  component: Root,
  // The shape of all would stay until the last of it is there: `FirstPage` shows it for as long as there is no frame.
  pendingMs: Number.POSITIVE_INFINITY,
  notFoundComponent: NotFound,
});

function Root() {
  useArrival();
  return (
    <TooltipProvider>
      <Outlet />
      <Announcer />
      <Toaster />
    </TooltipProvider>
  );
}

/**
 * On another page, focus goes to its beginning and its name is said; a change of search or tab leaves both alone, and whoever
 * has opened something meanwhile keeps the focus in it.
 */
function useArrival(): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const last = useRef(path);
  useEffect(() => {
    if (path === undefined || path === last.current) return;
    const arrived = last.current !== undefined;
    last.current = path;
    if (!arrived) return;
    if (!document.activeElement?.closest("[data-open]"))
      document.getElementById("main")?.focus({ preventScroll: true });
    announce(document.title);
  }, [path]);
}

function NotFound() {
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center outline-none">
      <EmptyState
        whole_page
        art={<EmptyArt icon={SearchX} />}
        title={t("There is no such page")}
        actions={
          <Link to="/" className={buttonClass("primary")}>
            {t("Go to the start page")}
          </Link>
        }
      >
        {t("The address may be mistyped, or the page was moved.")}
      </EmptyState>
    </main>
  );
}
