import { createRootRouteWithContext, Link, Outlet, useRouterState } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { useEffect, useRef } from "react";
import type { AppContext } from "../lib/app-context.ts";
import { t } from "../lib/i18n/t.ts";
import { Announcer, announce } from "../ui/elements/announcer.tsx";
import { buttonClass } from "../ui/elements/button.tsx";
import { TooltipProvider } from "../ui/elements/tooltip.tsx";
import { EmptyArt, EmptyState } from "../ui/feedback/empty-state.tsx";
import { Toaster } from "../ui/feedback/toaster.tsx";

/** Around every page: toasts, tooltips, the live region, and what is said and focused when the page changes. */
export const rootRoute = createRootRouteWithContext<AppContext>()({
  component: Root,
  // The shape of all would stay until the last of it is there: `FirstPage` shows it for as long as there is no frame.
  pendingMs: Number.POSITIVE_INFINITY,
  notFoundComponent: RootNotFound,
});

function Root() {
  useFocusOnNavigation();
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
function useFocusOnNavigation(): void {
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

function RootNotFound() {
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center outline-none">
      <EmptyState
        whole_page
        art={<EmptyArt icon={SearchX} />}
        title={t("Page not found")}
        actions={
          <Link to="/" className={buttonClass("primary")}>
            {t("Go to home page")}
          </Link>
        }
      >
        {t("Check the URL, or go back to the overview.")}
      </EmptyState>
    </main>
  );
}
