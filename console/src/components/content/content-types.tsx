import type { ContentType } from "@fanfare/contract/content/body";
import { ClipboardList, LifeBuoy, Lightbulb, ListChecks, Megaphone, PartyPopper, Signpost } from "lucide-react";
import type { ReactNode } from "react";
import { t, tCount } from "../../lib/i18n/t.ts";

interface ContentTypeInfo {
  readonly label: string;
  readonly sentence: string;
  readonly icon: ReactNode;
  readonly create: string;
  /** Formats the number of parts. Undefined for types without parts. */
  readonly parts: ((n: number) => string) | undefined;
}

export const TYPE_INFO: Readonly<Record<ContentType, ContentTypeInfo>> = {
  tour: {
    label: t("Tour"),
    sentence: t("A step-by-step walkthrough of a page"),
    icon: <Signpost />,
    create: t("Create tour"),
    parts: (n) => tCount(n, "{n} step", "{n} steps"),
  },
  hint: {
    label: t("Hint"),
    sentence: t("A tip next to one element"),
    icon: <Lightbulb />,
    create: t("Create hint"),
    parts: undefined,
  },
  announcement: {
    label: t("Announcement"),
    sentence: t("A modal, carousel, toast, or banner"),
    icon: <Megaphone />,
    create: t("Create announcement"),
    parts: (n) => tCount(n, "{n} panel", "{n} panels"),
  },
  checklist: {
    label: t("Checklist"),
    sentence: t("Tasks to complete in any order"),
    icon: <ListChecks />,
    create: t("Create checklist"),
    parts: (n) => tCount(n, "{n} task", "{n} tasks"),
  },
  survey: {
    label: t("Survey"),
    sentence: t("Questions, one card at a time"),
    icon: <ClipboardList />,
    create: t("Create survey"),
    parts: (n) => tCount(n, "{n} question", "{n} questions"),
  },
  celebration: {
    label: t("Celebration"),
    sentence: t("Confetti for special moments"),
    icon: <PartyPopper />,
    create: t("Create celebration"),
    parts: undefined,
  },
  resource_center: {
    label: t("Resource center"),
    sentence: t("A help launcher with links, tours, and news"),
    icon: <LifeBuoy />,
    create: t("Create resource center"),
    parts: (n) => tCount(n, "{n} resource", "{n} resources"),
  },
};

/** `1 item`, `3 items`. */
export const formatContentCount = (count: number): string => tCount(count, "{n} item", "{n} items");

/** `3 steps`. Undefined for types without parts. */
export function formatPartCount(type: ContentType, count: number): string | undefined {
  return TYPE_INFO[type].parts?.(count);
}
