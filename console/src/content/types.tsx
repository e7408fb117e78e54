import type { ContentType } from "@fanfare/contract/content";
import { ClipboardList, Lightbulb, ListChecks, Megaphone, PartyPopper, Signpost } from "lucide-react";
import type { ReactNode } from "react";

interface TypeWords {
  readonly label: string;
  /** What it does, in a sentence. */
  readonly sentence: string;
  readonly icon: ReactNode;
  /** What its parts are called: one, several. None where it is all of one piece. */
  readonly parts: readonly [one: string, several: string] | undefined;
}

/** What each type of content is called and looks like, everywhere in the console. */
export const TYPE_WORDS: Readonly<Record<ContentType, TypeWords>> = {
  tour: {
    label: "Tour",
    sentence: "Cards that lead through a page, one at a time.",
    icon: <Signpost />,
    parts: ["step", "steps"],
  },
  hint: {
    label: "Hint",
    sentence: "A word about one element, right beside it.",
    icon: <Lightbulb />,
    parts: undefined,
  },
  announcement: {
    label: "Announcement",
    sentence: "News: a dialog, slides, a note or a bar.",
    icon: <Megaphone />,
    parts: ["panel", "panels"],
  },
  checklist: {
    label: "Checklist",
    sentence: "Tasks to tick off, in any order.",
    icon: <ListChecks />,
    parts: ["task", "tasks"],
  },
  survey: {
    label: "Survey",
    sentence: "Questions, asked one card at a time.",
    icon: <ClipboardList />,
    parts: ["question", "questions"],
  },
  celebration: {
    label: "Celebration",
    sentence: "Confetti, for a moment worth it.",
    icon: <PartyPopper />,
    parts: undefined,
  },
};

/** `3 steps`; undefined where there is nothing to count. */
export function partsWords(type: ContentType, count: number): string | undefined {
  const { parts } = TYPE_WORDS[type];
  return parts && `${count} ${count === 1 ? parts[0] : parts[1]}`;
}
