import { ArrowUp, RotateCw } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { t } from "../../lib/i18n/t.ts";
import { announce } from "../elements/announcer.tsx";
import { Button } from "../elements/button.tsx";
import { Spinner } from "../elements/spinner.tsx";

interface ListEndProps {
  readonly of: {
    readonly state: "ended" | "more" | "coming" | "failed" | "resting" | "full";
    readonly onMore: () => void;
  };
  /** `200 of 1,320 people`. Must make sense on its own. */
  readonly text: string;
}

/** Loads more rows at this distance from the end. */
const NEAR = "0px 0px 1200px 0px";

/** End of an infinite list: progress, loading state, and a link to the top. */
export function ListEnd({ of: { state, onMore }, text }: ListEndProps) {
  const end = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(onMore);
  useEffect(() => {
    if (end.current === null || state !== "more") return;
    // A new observer after each page reports immediately whether the end is still near.
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) more();
      },
      { rootMargin: NEAR },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [state]);
  const was = useRef(state);
  useEffect(() => {
    if (was.current === "coming" && state !== "coming" && state !== "failed") announce(t("More rows loaded"));
    was.current = state;
  }, [state]);
  return (
    <>
      <div ref={end} />
      <footer className="sticky bottom-0 z-2 flex min-h-13 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface px-(--gutter) py-2.5 md:rounded-b-xl">
        <p className="text-xs text-ink-3 tabular-nums">{text}</p>
        {state === "coming" && (
          <span className="flex items-center gap-1.5 text-xs text-ink-3">
            <Spinner className="size-3.5" />
            {t("Loading…")}
          </span>
        )}
        {state === "failed" && (
          <>
            <span className="text-xs text-negative-text">{t("Couldn’t load more rows.")}</span>
            <Button size="sm" icon={<RotateCw />} onClick={onMore}>
              {t("Try again")}
            </Button>
          </>
        )}
        {state === "resting" && (
          <>
            <span className="text-xs text-ink-3">{t("No recent matches")}</span>
            <Button size="sm" onClick={onMore}>
              {t("Keep searching")}
            </Button>
          </>
        )}
        {state === "full" && (
          <span className="text-xs text-ink-3">
            {t("List limit reached. Search, filter, or sort to see other rows.")}
          </span>
        )}
        <ToTop />
      </footer>
    </>
  );
}

function ToTop() {
  const far = useSyncExternalStore(onScroll, () => window.scrollY > window.innerHeight);
  if (!far) return null;
  return (
    <Button
      size="sm"
      icon={<ArrowUp />}
      className="ms-auto"
      onClick={() => {
        window.scrollTo({ top: 0 });
        // The button disappears, so keyboard focus moves to the top as well.
        document.getElementById("main")?.focus({ preventScroll: true });
      }}
    >
      {t("Back to top")}
    </Button>
  );
}

function onScroll(listener: () => void): () => void {
  window.addEventListener("scroll", listener, { passive: true });
  return () => window.removeEventListener("scroll", listener);
}
