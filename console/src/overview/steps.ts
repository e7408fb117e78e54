import type { FirstSteps } from "@fanfare/contract/schema/overview";
import { t } from "../language/t.ts";

/** One of the first steps: what it is good for, and where it is done. */
export interface FirstStep {
  readonly id: keyof FirstSteps;
  readonly title: string;
  readonly words: string;
  readonly action: string;
  readonly to: "/$app/content" | "/$app/live" | "/$app/settings" | "/$app/analytics";
  readonly search?: Readonly<Record<string, string | boolean>>;
  /** Owners and admins alone can do it. */
  readonly administered?: boolean;
}

const STEPS: readonly FirstStep[] = [
  {
    id: "connected",
    title: t("Connect your application"),
    words: t("Two lines in your page load the SDK. The first page that connects is noticed at once."),
    action: t("Get the snippet"),
    to: "/$app/settings",
    administered: true,
  },
  {
    id: "published",
    title: t("Publish a first content"),
    words: t("A tour, an announcement, a checklist: it is on open pages within seconds."),
    action: t("Make something"),
    to: "/$app/content",
  },
  {
    id: "said",
    title: t("Say something live"),
    words: t("A toast, a banner or confetti on the screen of everybody you mean, this second."),
    action: t("Write a live update"),
    to: "/$app/live",
    search: { tab: "messages", compose: true },
  },
  {
    id: "goal",
    title: t("Name what is worth reaching"),
    words: t("With a goal you see who got there, and what they were shown; and confetti for them if you like."),
    action: t("Make a goal"),
    to: "/$app/analytics",
    search: { tab: "goals" },
  },
  {
    id: "invited",
    title: t("Invite a colleague"),
    words: t("Two see more than one: authors write, developers connect, viewers look on."),
    action: t("Invite somebody"),
    to: "/$app/settings",
    administered: true,
  },
];

interface Allowed {
  readonly edits: boolean;
  readonly administers: boolean;
}

/** What of the first steps is still to be done, and may be by whoever looks: a viewer is asked for nothing. */
export function stepsLeft(done: FirstSteps, { edits, administers }: Allowed): readonly FirstStep[] {
  return STEPS.filter(({ id, administered }) => !done[id] && (administered === true ? administers : edits));
}

/**
 * The last seven days, today among them although it is not over, and the seven before.
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
