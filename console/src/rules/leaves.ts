import type { RuleLeaf } from "@fanfare/contract/rule";
import {
  Boxes,
  Clock,
  FileText,
  Languages,
  Link,
  type LucideIcon,
  MousePointerClick,
  Percent,
  Smartphone,
  SquareDashedMousePointer,
  Tag,
  Users,
} from "lucide-react";
import { t } from "../language/t.ts";

export type LeafKind = RuleLeaf["kind"];

interface LeafWords {
  readonly label: string;
  readonly hint: string;
  readonly icon: LucideIcon;
  /** Only a page can tell: not for segments, which are counted where no page is. */
  readonly page: boolean;
}

/** What can be asked, in the order in which it is offered. */
export const LEAVES: Readonly<Record<LeafKind, LeafWords>> = {
  attribute: { label: t("Attribute"), hint: t("Plan, role, sign-up day …"), icon: Tag, page: false },
  event: { label: t("Event"), hint: t("How often they did something"), icon: MousePointerClick, page: false },
  segment: { label: t("Segment"), hint: t("People with a name of their own"), icon: Users, page: false },
  group: { label: t("Group"), hint: t("A company or team"), icon: Boxes, page: false },
  content: { label: t("Content"), hint: t("What they saw or completed"), icon: FileText, page: false },
  device: { label: t("Device"), hint: t("Desktop, tablet, phone"), icon: Smartphone, page: false },
  locale: { label: t("Language"), hint: t("Of their browser"), icon: Languages, page: false },
  time: { label: t("Time##of day"), hint: t("Days and hours of the week"), icon: Clock, page: false },
  percentage: { label: t("Share"), hint: t("A part of all people"), icon: Percent, page: false },
  url: { label: t("Page"), hint: t("The address they are at"), icon: Link, page: true },
  element: { label: t("Element"), hint: t("Something on the page"), icon: SquareDashedMousePointer, page: true },
};

/** What may be asked where a content meets a person on a page. */
export const LEAVES_OF_ALL = Object.keys(LEAVES) as readonly LeafKind[]; // the keys of a record of all kinds
/** What may be asked where no page is: a segment is counted on the server. */
export const LEAVES_OF_PEOPLE = LEAVES_OF_ALL.filter((kind) => !LEAVES[kind].page);
/** What a page can tell by itself. */
export const LEAVES_OF_PAGES = LEAVES_OF_ALL.filter((kind) => LEAVES[kind].page);

/** A condition of a kind, with nothing said yet. `newSalt` makes the shares of different rules different people. */
export function newLeaf(kind: LeafKind, newSalt: () => string): RuleLeaf {
  switch (kind) {
    case "attribute":
      return { kind, of: "person", name: "", test: { type: "text", op: "is", value: "" } };
    case "event":
      return { kind, name: "", count: { op: "at_least", times: 1 } };
    case "segment":
      return { kind, segment_id: "" };
    case "group":
      return { kind, external_id: "" };
    case "content":
      return { kind, content_id: "", state: "completed" };
    case "device":
      return { kind, devices: ["desktop"] };
    case "locale":
      return { kind, locales: [] };
    case "time":
      return { kind, days: [1, 2, 3, 4, 5], zone: "person" };
    case "percentage":
      return { kind, percent: 50, salt: newSalt() };
    case "url":
      return { kind, pattern: "" };
    case "element":
      return { kind, selector: "" };
  }
}
