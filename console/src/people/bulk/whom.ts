import type { PersonSummary } from "@fanfare/contract/schema/person";
import { tCount } from "../../language/t.ts";
import { nameOf } from "../person-words.ts";

/** What every dialog about several people is given. */
export interface BulkDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Whom it is about, in words. */
  readonly whom: string;
}

/** `Ada Lovelace and 3 more people`. */
export function whomWords(people: readonly PersonSummary[]): string {
  const [one] = people;
  const first = one === undefined ? "" : nameOf(one);
  const more = people.length - 1;
  return more < 1 ? first : tCount(more, "{first} and {n} more person", "{first} and {n} more people", { first });
}
