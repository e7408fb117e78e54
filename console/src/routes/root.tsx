import { createRootRouteWithContext, Link, Outlet, useRouter, useRouterState } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { AppContext } from "../lib/app-context.ts";
import { t } from "../lib/i18n/t.ts";
import { whenToastWaits } from "../lib/toast.ts";
import { Announcer, announce } from "../ui/elements/announcer.tsx";
import { buttonClass } from "../ui/elements/button.tsx";
import { EmptyArt, EmptyState } from "../ui/feedback/empty-state.tsx";

/** Wraps every page: toasts, the live region, and focus and announcements on navigation. */
export const rootRoute = createRootRouteWithContext<AppContext>()({
  component: Root,
  // A pending component here would stay until the whole page is loaded. `InitialLoading` shows one until there is a
  // frame.
  pendingMs: Number.POSITIVE_INFINITY,
  notFoundComponent: RootNotFound,
});

function Root() {
  useFocusOnNavigation();
  useFocusInLists();
  return (
    <>
      <Outlet />
      <Announcer />
      <LazyToaster />
    </>
  );
}

const Toaster = lazy(async () => ({ default: (await import("../ui/feedback/toaster.tsx")).Toaster }));

/** Loads with the first action or toast, because the first page has no bytes to spare. */
function LazyToaster() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const load = (): void => setWanted(true);
    const stop = whenToastWaits(load);
    const actions = ["focusin", "pointerdown"] as const;
    for (const action of actions) document.addEventListener(action, load, { once: true });
    return () => {
      stop();
      for (const action of actions) document.removeEventListener(action, load);
    };
  }, []);
  return wanted ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}

/** Loads with the first focus, because the first page has no bytes to spare. */
function useFocusInLists(): void {
  useEffect(() => {
    let stop: () => void = () => undefined;
    const load = async (): Promise<void> => {
      const { keepFocusInLists } = await import("../lib/focus-after-removal.ts");
      stop = keepFocusInLists(window);
    };
    document.addEventListener("focusin", load, { once: true });
    return () => {
      document.removeEventListener("focusin", load);
      stop();
    };
  }, []);
}

/**
 * Moves focus to the new page and announces its title. Changes of search parameters don't count. Open popups keep their
 * focus, and so does what people focused in the page before its navigation ended.
 */
function useFocusOnNavigation(): void {
  const router = useRouter();
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const last = useRef(path);
  const begun = useRef<{ readonly path: string; readonly focused: Element | null }>(null);
  useEffect(
    () =>
      router.subscribe("onBeforeNavigate", ({ toLocation: { pathname } }) => {
        if (pathname !== begun.current?.path) begun.current = { path: pathname, focused: document.activeElement };
      }),
    [router],
  );
  useEffect(() => {
    if (path === undefined || path === last.current) return;
    const arrived = last.current !== undefined;
    last.current = path;
    if (!arrived) return;
    const focused = document.activeElement;
    const chosen = focused !== begun.current?.focused && Boolean(focused?.closest("#main"));
    if (!chosen && !focused?.closest("[data-open]")) document.getElementById("main")?.focus({ preventScroll: true });
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
