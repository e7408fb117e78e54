import { Link } from "@tanstack/react-router";
import type { FormEvent, ReactNode } from "react";
import { useApp } from "../../lib/app-context.ts";
import { LeaveGuard } from "../../ui/overlay/leave-guard.tsx";
import { BACK_LINK } from "../../ui/page/back-link.ts";

/** The list to which an editor's link back leads, and where it goes when its thing is gone. */
export type EditorList = "/$app/segments" | "/$app/themes";

interface EditorFrameProps {
  readonly list: EditorList;
  /** What the list is called. */
  readonly list_label: string;
  readonly title: ReactNode;
  readonly actions: ReactNode;
  readonly onSave: () => void;
  /** Whether leaving now would lose something. */
  readonly unsaved: () => boolean;
  /** What it would lose, in a sentence. */
  readonly lost: string;
  readonly children: ReactNode;
}

/**
 * The frame of an editor that saves when it is told to: the way back, what is edited, its buttons; and nobody leaves without
 * saving by mistake.
 */
export function EditorFrame({ list, list_label, title, actions, onSave, unsaved, lost, children }: EditorFrameProps) {
  const app = useApp();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSave();
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-1 flex-col">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 border-b border-line px-(--gutter) pt-5 pb-5">
        <div className="flex min-w-0 flex-col gap-1">
          <Link to={list} params={{ app: app.id }} className={BACK_LINK}>
            {list_label}
          </Link>
          <h1 className="flex flex-wrap items-center gap-2.5 text-lg font-semibold wrap-anywhere">{title}</h1>
        </div>
        <div className="flex flex-wrap gap-2 empty:hidden">{actions}</div>
      </header>
      {children}
      <LeaveGuard unsaved={unsaved} lost={lost} />
    </form>
  );
}
