import { useBlocker } from "@tanstack/react-router";
import { createContext, type ReactNode, type RefObject, use, useEffect, useRef, useState } from "react";
import { t } from "../../lib/i18n/t.ts";
import { LeaveDialog } from "./leave-dialog.tsx";

interface LeaveGuardProps {
  /** Whether leaving now would lose something. */
  readonly unsaved: () => boolean;
  /** What it would lose, in a sentence. */
  readonly lost: string;
  /** Where another search is another page, too: a tab, a form in the place of a list. */
  readonly by_search?: boolean;
  /** Only what the browser's own buttons leave: a dialog covers the links, and its form itself goes on when it is saved. */
  readonly by_history?: boolean;
}

/** Nobody leaves a page by mistake while it holds what is not saved. */
export function LeaveGuard({ unsaved, lost, by_search = false, by_history = false }: LeaveGuardProps) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next, action }) => {
      if (by_history && (action === "PUSH" || action === "REPLACE")) return false;
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

/** Guards all forms of a page together: whoever leaves is asked once. */
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

/** Says of a form below {@link GuardedForms} whether it holds what is not saved. */
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
