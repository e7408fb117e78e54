import type { RuleLeaf } from "@fanfare/contract/targeting/rule";
import {
  Boxes,
  Building2,
  CalendarClock,
  Clock,
  FileText,
  History,
  Languages,
  Link,
  type LucideIcon,
  MousePointerClick,
  Percent,
  Smartphone,
  SquareDashedMousePointer,
  Tag,
  Users,
  Workflow,
} from "lucide-react";
import { t } from "../../lib/i18n/t.ts";

export type ConditionKind = RuleLeaf["kind"];

interface ConditionLabels {
  readonly label: string;
  readonly hint: string;
  readonly icon: LucideIcon;
  /** Needs a page. Not available in segments, which are evaluated on the server. */
  readonly page: boolean;
}

/** Conditions in menu order. */
export const CONDITIONS: Readonly<Record<ConditionKind, ConditionLabels>> = {
  attribute: { label: t("Attribute"), hint: t("Plan, role, sign-up date, and more"), icon: Tag, page: false },
  event: { label: t("Event"), hint: t("How often people triggered an event"), icon: MousePointerClick, page: false },
  event_time: { label: t("Event time"), hint: t("When an event first or last happened"), icon: History, page: false },
  event_sequence: { label: t("Sequence"), hint: t("One event, and later another"), icon: Workflow, page: false },
  segment: { label: t("Segment"), hint: t("A saved set of conditions"), icon: Users, page: false },
  group_event: {
    ...{ label: t("Group event"), hint: t("How often people of a group triggered an event") },
    ...{ icon: Building2, page: false },
  },
  group_event_time: {
    ...{ label: t("Group event time"), hint: t("When an event first or last happened in a group") },
    ...{ icon: CalendarClock, page: false },
  },
  group: { label: t("Group"), hint: t("A company or team"), icon: Boxes, page: false },
  content: { label: t("Content"), hint: t("Content that people saw or completed"), icon: FileText, page: false },
  device: { label: t("Device"), hint: t("Desktop, tablet, phone"), icon: Smartphone, page: false },
  locale: { label: t("Language"), hint: t("Browser language"), icon: Languages, page: false },
  time: { label: t("Time##of day"), hint: t("Day of the week and time of day"), icon: Clock, page: false },
  percentage: { label: t("Percentage"), hint: t("A percentage of all people"), icon: Percent, page: false },
  url: { label: t("Page"), hint: t("URL of the current page"), icon: Link, page: true },
  element: { label: t("Element"), hint: t("An element on the page"), icon: SquareDashedMousePointer, page: true },
};

/** Conditions for content on a page. */
export const ALL_CONDITIONS = Object.keys(CONDITIONS) as readonly ConditionKind[]; // `Object.keys` widens the type
/** Conditions that don't need a page, for segments. */
export const PEOPLE_CONDITIONS = ALL_CONDITIONS.filter((kind) => !CONDITIONS[kind].page);
/** Conditions that a page evaluates without the server. */
export const PAGE_CONDITIONS = ALL_CONDITIONS.filter((kind) => CONDITIONS[kind].page);

/** Creates an incomplete condition. `newSalt` makes each percentage select different people. */
export function newCondition(kind: ConditionKind, newSalt: () => string): RuleLeaf {
  switch (kind) {
    case "attribute":
      return { kind, of: "person", name: "", test: { type: "text", op: "is", value: "" } };
    case "event":
      return { kind, name: "", count: { op: "at_least", times: 1 } };
    case "event_time":
      return { kind, event: { name: "" }, which: "last", test: { type: "date", op: "within_days", days: 30 } };
    case "event_sequence":
      return { kind, first: { name: "" }, next: { name: "" }, within_days: 7 };
    case "group_event":
      return { kind, name: "", count: { op: "at_least", times: 1 }, within_days: 30 };
    case "group_event_time":
      return { kind, name: "", which: "last", test: { type: "date", op: "within_days", days: 30 } };
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
