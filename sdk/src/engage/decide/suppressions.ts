import type { SuppressionFact, SuppressionScope } from "@fanfare/contract/gates/suppression";
import { DAY_MS } from "@fanfare/contract/limits";
import type { Suppression } from "@fanfare/contract/schema/client/v1";

/** Subject of a suppression: one content item by ID, a tag, or everything (with `target` ""). */
export interface Subject {
  readonly scope: SuppressionScope;
  readonly target: string;
}

export interface Choice {
  readonly days: number;
  readonly reason: "do_not_show_again" | "snoozed";
}

/**
 * A choice from this or another tab that the server's last response doesn't include yet. Null lifts the suppression.
 */
export interface PendingChoice extends Subject {
  readonly person_id: string;
  readonly suppression: Suppression | null;
}

/**
 * The person's suppressions: the server's list overlaid with pending choices. A pending choice is dropped once the
 * server's list agrees.
 */
export interface Suppressions {
  list(): readonly Suppression[];
  facts(): readonly SuppressionFact[];
  /** Applies a choice immediately. Returns the message for other tabs. */
  choose(subject: Subject, choice: Choice | null): PendingChoice;
  adopt(choice: PendingChoice): void;
  settle(answer: { readonly person: { readonly id: string }; readonly suppressions: readonly Suppression[] }): void;
}

const subjectKey = ({ scope, target }: Subject): string => `${scope}:${target}`;

export function createSuppressions(server_now_ms: () => number): Suppressions {
  let person_id = "";
  let known: readonly Suppression[] = [];
  const pending_choices = new Map<string, PendingChoice>();

  const list = (): readonly Suppression[] => [
    ...known.filter((each) => !pending_choices.has(subjectKey(each))),
    ...[...pending_choices.values()].flatMap((each) => each.suppression ?? []),
  ];

  return {
    list,
    facts: () => list().map((each) => ({ ...each, expires_at_ms: Date.parse(each.expires_at) })),
    choose(subject, choice) {
      const now_ms = server_now_ms();
      const suppression: Suppression | null = choice && {
        ...subject,
        id: "",
        reason: choice.reason,
        created_at: new Date(now_ms).toISOString(),
        expires_at: new Date(now_ms + choice.days * DAY_MS).toISOString(),
      };
      const pending = { ...subject, person_id, suppression };
      pending_choices.set(subjectKey(subject), pending);
      return pending;
    },
    adopt(pending) {
      // Any script of the site can post to this channel.
      if (pending?.person_id === person_id) pending_choices.set(subjectKey(pending), pending);
    },
    settle({ person, suppressions }) {
      if (person.id !== person_id) pending_choices.clear();
      person_id = person.id;
      known = suppressions;
      for (const [name, pending] of pending_choices) {
        const stands = suppressions.some((each) => subjectKey(each) === name);
        if (stands === (pending.suppression !== null)) pending_choices.delete(name);
      }
    },
  };
}
