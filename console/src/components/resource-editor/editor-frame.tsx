import { Link } from "@tanstack/react-router";
import type { FormEvent, ReactNode } from "react";
import { useApp } from "../../lib/app-context.ts";
import { LeaveGuard } from "../../ui/overlay/leave-guard.tsx";
import { BACK_LINK } from "../../ui/page/back-link.ts";

/** List that the back link opens, also after a deletion. */
export type EditorList = "/$app/segments" | "/$app/themes" | "/$app/trackers";

interface EditorFrameProps {
  readonly list: EditorList;
  readonly list_label: string;
  readonly title: ReactNode;
  readonly actions: ReactNode;
  readonly onSave: () => void;
  /** Whether leaving now loses changes. */
  readonly unsaved: () => boolean;
  /** Sentence that describes the changes that would be lost. */
  readonly lost: string;
  readonly children: ReactNode;
}

/** Layout of an editor with explicit save: back link, title, actions, and a guard for unsaved changes. */
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
