import { type ReactNode, useState } from "react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { runBatch } from "../bulk/run-batch.ts";
import { type ContentWarnings, type WarningsAnswer, WarningsDialog } from "./warnings-dialog.tsx";

interface PublishCandidate {
  readonly id: string;
  readonly name: string;
  /** An older version, which the editor can't change. Otherwise the saved draft. */
  readonly version_id?: string;
}

interface Question {
  readonly contents: readonly ContentWarnings[];
  /** How many are to be published, those without warnings among them. */
  readonly all: number;
  readonly answer: (answer: WarningsAnswer) => void;
}

interface PublishWarnings {
  /** Returns the items to publish: all if there are no warnings, otherwise the author's selection. */
  readonly confirmPublish: <Item extends PublishCandidate>(items: readonly Item[]) => Promise<readonly Item[]>;
  /** While drafts load or the dialog awaits a decision. */
  readonly is_confirming: boolean;
  /** Render anywhere on the page. */
  readonly dialog: ReactNode;
}

/**
 * Asks for confirmation if content has publish warnings. Skips drafts whose warnings it can't load: the server validates
 * on publish.
 */
export function usePublishWarnings(): PublishWarnings {
  const { api } = useAppContext();
  const app = useApp();
  const [is_confirming, setConfirming] = useState(false);
  const [open, setOpen] = useState(false);
  const [question, setQuestion] = useState<Question>();

  const answerTo = (contents: readonly ContentWarnings[], all: number): Promise<WarningsAnswer> =>
    new Promise((resolve) => {
      const answer = (given: WarningsAnswer): void => {
        setOpen(false);
        resolve(given);
      };
      setQuestion({ contents, all, answer });
      setOpen(true);
    });
  const confirmPublish = async <Item extends PublishCandidate>(items: readonly Item[]): Promise<readonly Item[]> => {
    setConfirming(true);
    try {
      const found = new Map<Item, ContentWarnings>();
      await runBatch(items, async (item) => {
        const { id, name, version_id } = item;
        const query = { app_id: app.id, ...(version_id === undefined ? {} : { version_id }) };
        const { items: warnings } = await api.call("GET /api/contents/:id/warnings", { params: { id }, query });
        if (warnings.length === 0) return;
        found.set(item, { id, name, warnings, editable: version_id === undefined });
      });
      if (found.size === 0) return items;
      // Requests finish in any order. Restore the list's order.
      const contents = items.flatMap((item) => found.get(item) ?? []);
      const answer = await answerTo(contents, items.length);
      return answer === "all" ? items : answer === "none" ? [] : items.filter((item) => !found.has(item));
    } finally {
      setConfirming(false);
    }
  };
  return { confirmPublish, is_confirming, dialog: question && <WarningsDialog open={open} {...question} /> };
}
