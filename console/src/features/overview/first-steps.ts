import type { FirstSteps } from "@fanfare/contract/schema/responses/analytics/overview";
import type { Permission } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";

/** A getting-started step: its benefit, and the page or dialog to do it with. */
export interface FirstStep {
  readonly id: keyof FirstSteps;
  readonly title: string;
  readonly words: string;
  readonly action: string;
  readonly opens:
    | "create_content"
    | "invite_member"
    | {
        readonly to: "/$app/settings/install" | "/$app/messages" | "/$app/analytics";
        readonly search: Readonly<Record<string, string | boolean>>;
      };
  readonly requires: Permission;
}

const STEPS: readonly FirstStep[] = [
  {
    id: "connected",
    title: t("Connect your application"),
    words: t("Load the SDK with 2 lines of code. Fanfare detects your first page automatically."),
    action: t("Get snippet"),
    opens: { to: "/$app/settings/install", search: {} },
    requires: "app.write",
  },
  {
    id: "published",
    title: t("Build your first tour"),
    words: t("Tours, announcements, and checklists appear on open pages within seconds."),
    action: t("Create content"),
    opens: "create_content",
    requires: "content.write",
  },
  {
    id: "said",
    title: t("Send a message"),
    words: t("Immediately show a toast, banner, or confetti to the people you select."),
    action: t("New message"),
    opens: { to: "/$app/messages", search: { compose: true } },
    requires: "live_update.send",
  },
  {
    id: "goal",
    title: t("Define a goal"),
    words: t("See who completes a goal and which content they saw. Add confetti if you like."),
    action: t("Create goal"),
    opens: { to: "/$app/analytics", search: { tab: "goals" } },
    requires: "goal.write",
  },
  {
    id: "invited",
    title: t("Invite a colleague"),
    words: t("Authors create content, developers connect the app, and viewers follow along."),
    action: t("Invite member"),
    opens: "invite_member",
    requires: "member.write",
  },
];

/** Returns the steps that aren't done and that the member may do. Empty for viewers. */
export function remainingSteps(done: FirstSteps, permissions: readonly string[]): readonly FirstStep[] {
  return STEPS.filter(({ id, requires }) => !done[id] && permissions.includes(requires));
}

/**
 * Sums the last 7 days, including today (incomplete), and the 7 days before.
 *
 * @example
 * weekOverWeek([...seven, ...six, today]); // { today: 3, week: 42, before: 35 }
 */
export function weekOverWeek(counts: readonly number[]): {
  readonly today: number;
  readonly week: number;
  readonly before: number;
} {
  const sum = (some: readonly number[]): number => some.reduce((total, each) => total + each, 0);
  return { today: counts.at(-1) ?? 0, week: sum(counts.slice(-7)), before: sum(counts.slice(-14, -7)) };
}
