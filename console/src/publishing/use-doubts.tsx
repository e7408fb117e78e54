import { type ReactNode, useState } from "react";
import { eachOf } from "../bulk/each-of.ts";
import { useApp, useDoors } from "../doors.ts";
import { type Doubtful, type DoubtsAnswer, DoubtsDialog } from "./doubts-dialog.tsx";
import { type Asked, doubtsOf } from "./doubts-of.ts";

interface Question {
  readonly doubtful: readonly Doubtful[];
  /** How many are to be published, those without doubts among them. */
  readonly all: number;
  readonly answer: (answer: DoubtsAnswer) => void;
}

interface Doubts {
  /** Those of them that are to be published: all where nothing speaks against it, else what the author says. */
  readonly ask: <Item extends Asked>(items: readonly Item[]) => Promise<readonly Item[]>;
  /** They are read, or the author has not answered yet. */
  readonly asking: boolean;
  /** Where the question is asked: stands anywhere in the page that asks. */
  readonly dialog: ReactNode;
}

/** Asks before contents are published, wherever that is done. What cannot be read is not doubted: the server has the last word. */
export function useDoubts(): Doubts {
  const doors = useDoors();
  const app = useApp();
  const [asking, setAsking] = useState(false);
  const [open, setOpen] = useState(false);
  const [question, setQuestion] = useState<Question>();

  const answerTo = (doubtful: readonly Doubtful[], all: number): Promise<DoubtsAnswer> =>
    new Promise((resolve) => {
      const answer = (said: DoubtsAnswer): void => {
        setOpen(false);
        resolve(said);
      };
      setQuestion({ doubtful, all, answer });
      setOpen(true);
    });
  const ask = async <Item extends Asked>(items: readonly Item[]): Promise<readonly Item[]> => {
    setAsking(true);
    try {
      const found = new Map<Item, Doubtful>();
      await eachOf(items, async (item) => {
        const doubts = await doubtsOf(doors, app.id, item);
        if (doubts.length > 0) found.set(item, { id: item.id, name: item.name, doubts });
      });
      if (found.size === 0) return items;
      // They were read in no certain order; they are told in that of the list.
      const doubtful = items.flatMap((item) => found.get(item) ?? []);
      const answer = await answerTo(doubtful, items.length);
      return answer === "all" ? items : answer === "none" ? [] : items.filter((item) => !found.has(item));
    } finally {
      setAsking(false);
    }
  };
  return { ask, asking, dialog: question && <DoubtsDialog open={open} {...question} /> };
}
