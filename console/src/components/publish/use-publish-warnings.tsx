import { type ReactNode, useState } from "react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { type PublishCandidate, publishWarnings } from "../../model/publish/publish-warnings.ts";
import { runBatch } from "../bulk/run-batch.ts";
import { type ContentWarnings, type WarningsAnswer, WarningsDialog } from "./warnings-dialog.tsx";

interface Question {
  readonly contents: readonly ContentWarnings[];
  /** How many are to be published, those without warnings among them. */
  readonly all: number;
  readonly answer: (answer: WarningsAnswer) => void;
}

interface PublishWarnings {
  /** Those of them that are to be published: all where nothing speaks against it, else what the author says. */
  readonly confirmPublish: <Item extends PublishCandidate>(items: readonly Item[]) => Promise<readonly Item[]>;
  /** They are read, or the author has not answered yet. */
  readonly is_confirming: boolean;
  /** Where the question is asked: stands anywhere in the page that asks. */
  readonly dialog: ReactNode;
}

/** Asks before contents are published, wherever that is done. What cannot be read is not doubted: the server has the last word. */
export function usePublishWarnings(): PublishWarnings {
  const context = useAppContext();
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
        const warnings = await publishWarnings(context, app.id, item);
        if (warnings.length > 0) found.set(item, { id: item.id, name: item.name, warnings });
      });
      if (found.size === 0) return items;
      // They were read in no certain order; they are told in that of the list.
      const contents = items.flatMap((item) => found.get(item) ?? []);
      const answer = await answerTo(contents, items.length);
      return answer === "all" ? items : answer === "none" ? [] : items.filter((item) => !found.has(item));
    } finally {
      setConfirming(false);
    }
  };
  return { confirmPublish, is_confirming, dialog: question && <WarningsDialog open={open} {...question} /> };
}
