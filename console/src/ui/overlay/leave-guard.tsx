import { useBlocker } from "@tanstack/react-router";
import { createContext, type ReactNode, type RefObject, use, useEffect, useRef, useState } from "react";
import { t } from "../../lib/i18n/t.ts";
import { isBackForDialog } from "./close-on-back.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";

interface LeaveGuardProps {
  /** Whether leaving now loses changes. */
  readonly unsaved: () => boolean;
  /** Sentence that describes the changes that would be lost. */
  readonly lost: string;
  /** Set if search parameters also switch pages, such as tabs. */
  readonly by_search?: boolean;
}

/** Asks before leaving a page with unsaved changes. */
export function LeaveGuard({ unsaved, lost, by_search = false }: LeaveGuardProps) {
  const leaving = useBlocker({
    shouldBlockFn: (navigation) => {
      const { current, next } = navigation;
      if (isBackForDialog(navigation)) return false;
      const leaves =
        current.pathname !== next.pathname ||
        (by_search && JSON.stringify(current.search) !== JSON.stringify(next.search));
      return leaves && unsaved();
    },
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  return (
    <LeaveDialog open={leaving.status === "blocked"} lost={lost} onStay={leaving.reset} onLeave={leaving.proceed} />
  );
}

const FormsContext = createContext<Set<RefObject<boolean>> | undefined>(undefined);

/** Guards all forms of a page with a single dialog. */
export function GuardedForms({ children }: { readonly children: ReactNode }) {
  const [forms] = useState(() => new Set<RefObject<boolean>>());
  return (
    <FormsContext value={forms}>
      {children}
      <LeaveGuard
        unsaved={() => [...forms].some(({ current }) => current)}
        lost={t("If you leave now, you’ll lose your changes.")}
      />
    </FormsContext>
  );
}

/** Reports whether a form below {@link GuardedForms} has unsaved changes. */
export function useUnsaved(unsaved: boolean): void {
  const forms = use(FormsContext);
  const mine = useRef(unsaved);
  mine.current = unsaved;
  useEffect(() => {
    forms?.add(mine);
    return () => {
      forms?.delete(mine);
    };
  }, [forms]);
}
