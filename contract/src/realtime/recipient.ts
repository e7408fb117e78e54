/**
 * Whether a message to one person can reach them. `verified`: on any page with their token. `anonymous`: in the visitor's
 * browser. `unverified`: identified without a token, which proves nothing, so they get only messages to everyone.
 * `merged`: an anonymous visitor who was identified since. `unknown`: no person has this ID yet.
 */
export const RECIPIENT_STATES = ["verified", "anonymous", "unverified", "merged", "unknown"] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

export interface RecipientFacts {
  readonly external_id: string | null;
  readonly verified: boolean;
  readonly merged: boolean;
}

/** @example recipientState({ external_id: "u_42", verified: false, merged: false }); // "unverified" */
export function recipientState(person: RecipientFacts | undefined): RecipientState {
  if (person === undefined) return "unknown";
  if (person.merged) return "merged";
  if (person.external_id === null) return "anonymous";
  return person.verified ? "verified" : "unverified";
}

/** Messages to these people alone can't be delivered now. An unknown ID may still sign in with a token. */
export const isUndeliverable = (state: RecipientState): boolean => state === "unverified" || state === "merged";
