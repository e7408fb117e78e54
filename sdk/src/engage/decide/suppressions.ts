import type { SuppressionFact, SuppressionScope } from "@fanfare/contract/gates/suppression";
import { DAY_MS } from "@fanfare/contract/limits";
import type { Suppression } from "@fanfare/contract/schema/client/v1";

/** What a wish is about: one content by id, a tag, or everything (`target` is then ""). */
export interface Subject {
  readonly scope: SuppressionScope;
  readonly target: string;
}

/** "Do not show again", or later, for so many days. */
export interface Choice {
  readonly days: number;
  readonly reason: "do_not_show_again" | "snoozed";
}

/** A choice made here or in another tab that the server's last answer does not know yet. Null: made visible again. */
export interface PendingChoice extends Subject {
  readonly person_id: string;
  readonly suppression: Suppression | null;
}

/**
 * What the person chose not to see: the server's list, with the choices on top that are still on their way. A choice
 * leaves the top when the server's list says the same.
 */
export interface Suppressions {
  list(): readonly Suppression[];
  facts(): readonly SuppressionFact[];
  /** A choice of this page: takes effect at once. Answers what other tabs are told. */
  choose(subject: Subject, choice: Choice | null): PendingChoice;
  /** A choice of another tab. */
  adopt(wish: PendingChoice): void;
  /** The server's list as of now. */
  settle(answer: { readonly person: { readonly id: string }; readonly suppressions: readonly Suppression[] }): void;
}

const subjectKey = ({ scope, target }: Subject): string => `${scope}:${target}`;

/** What the person hid: as the server knows it, and what they wished since. `server_now_ms`: by the server's clock. */
export function createSuppressions(server_now_ms: () => number): Suppressions {
  let person_id = "";
  let known: readonly Suppression[] = [];
  const pending_choices = new Map<string, PendingChoice>();

  const list = (): readonly Suppression[] => [
    ...known.filter((each) => !pending_choices.has(subjectKey(each))),
    ...[...pending_choices.values()].flatMap(({ suppression }) => suppression ?? []),
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
      // Any script of the site can write to the channel.
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
