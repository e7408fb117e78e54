import type { PersonSummary } from "@fanfare/contract/schema/responses/people/person";
import { tCount } from "../../../lib/i18n/t.ts";
import { personName } from "../../../model/person-labels.ts";

/** Common props of dialogs for several people. */
export interface BulkDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Description of the people. */
  readonly people: string;
}

/** `Ada Lovelace and 3 more people`. */
export function describeRecipients(people: readonly PersonSummary[]): string {
  const [one] = people;
  const first = one === undefined ? "" : personName(one);
  const more = people.length - 1;
  return more < 1 ? first : tCount(more, "{first} and {n} other", "{first} and {n} others", { first });
}
