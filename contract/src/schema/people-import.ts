/** People that a customer knows already, told in batches: by the console from a CSV file, by scripts from anything. */
import { z } from "zod";
import { limits } from "../limits.ts";

/**
 * `POST /api/people/import`. Whoever is not known yet is made; attributes are added to those known, and null takes one away.
 * Each entry is judged by itself: a wrong one is refused, and the others are stored.
 */
export const importPeopleRequestSchema = z.strictObject({
  app_id: z.string().max(40),
  people: z.array(z.unknown()).min(1).max(limits.people_import_batch_max),
});

/** One person of an import. */
export interface ImportedPerson {
  readonly external_id: string;
  readonly attributes: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}

/** What became of a batch. `refused` names entries by their place in it, from 0, and says why. */
export interface ImportPeopleResponse {
  readonly made: number;
  readonly changed: number;
  readonly refused: readonly { readonly index: number; readonly message: string }[];
}
