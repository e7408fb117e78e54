import type { ContentType } from "@fanfare/contract/content";
import { ClipboardList, Lightbulb, ListChecks, Megaphone, PartyPopper, Signpost } from "lucide-react";
import type { ReactNode } from "react";
import { t, tCount } from "../language/t.ts";

interface TypeWords {
  readonly label: string;
  /** What it does, in a sentence. */
  readonly sentence: string;
  readonly icon: ReactNode;
  readonly create: string;
  /** So many parts. Undefined where it is all of one piece. */
  readonly parts: ((n: number) => string) | undefined;
}

/** What each type of content is called and looks like, everywhere in the console. */
export const TYPE_WORDS: Readonly<Record<ContentType, TypeWords>> = {
  tour: {
    label: t("Tour"),
    sentence: t("Cards that lead through a page, one at a time."),
    icon: <Signpost />,
    create: t("Create tour"),
    parts: (n) => tCount(n, "{n} step", "{n} steps"),
  },
  hint: {
    label: t("Hint"),
    sentence: t("A word about one element, right beside it."),
    icon: <Lightbulb />,
    create: t("Create hint"),
    parts: undefined,
  },
  announcement: {
    label: t("Announcement"),
    sentence: t("News: a dialog, slides, a note or a bar."),
    icon: <Megaphone />,
    create: t("Create announcement"),
    parts: (n) => tCount(n, "{n} panel", "{n} panels"),
  },
  checklist: {
    label: t("Checklist"),
    sentence: t("Tasks to tick off, in any order."),
    icon: <ListChecks />,
    create: t("Create checklist"),
    parts: (n) => tCount(n, "{n} task", "{n} tasks"),
  },
  survey: {
    label: t("Survey"),
    sentence: t("Questions, asked one card at a time."),
    icon: <ClipboardList />,
    create: t("Create survey"),
    parts: (n) => tCount(n, "{n} question", "{n} questions"),
  },
  celebration: {
    label: t("Celebration"),
    sentence: t("Confetti, for a moment worth it."),
    icon: <PartyPopper />,
    create: t("Create celebration"),
    parts: undefined,
  },
};

/** `1 content`, `3 contents`. */
export const countWords = (count: number): string => tCount(count, "{n} content", "{n} contents");

/** `3 steps`; undefined where there is nothing to count. */
export function partsWords(type: ContentType, count: number): string | undefined {
  return TYPE_WORDS[type].parts?.(count);
}
