import { type Attributes, type AttributeType, type AttributeValue, attributeType } from "@fanfare/contract/attribute";
import type { Clock } from "@fanfare/contract/clock";
import type { AppId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { AttributeOwner } from "@fanfare/contract/rule";
import type { AttributeMismatch } from "@fanfare/contract/schema/person";
import { countDefinitions, definitionsNamed, insertDefinitions, noteMismatch } from "../store/attribute-definitions.ts";
import { toJson } from "../store/columns.ts";
import type { Statement, Store } from "../store/store.ts";
import { attributesIn } from "./rule-facts.ts";

interface AttributeDeps {
  readonly clock: Pick<Clock, "now">;
  readonly store: Pick<Store, "db">;
}
interface Owner {
  readonly app_id: AppId;
  readonly owner: AttributeOwner;
}
/** Strangers may not use up the names that an app has: who proved nothing stops at half of them. */
export type Trust = "proved" | "said";

/**
 * Attributes after a change: what it names is set, what it sets to null is gone, all else stays.
 *
 * @throws ProblemError `body_invalid` when they would become too many together.
 */
export function changedAttributes(before: string, changes: Readonly<Record<string, AttributeValue>>): Attributes {
  const entries = Object.entries({ ...attributesIn(before), ...changes }).filter(([, value]) => value !== null);
  const after = Object.fromEntries(entries);
  if (entries.length > limits.attributes_max || byteLength(toJson(after)) > limits.attributes_bytes_max) {
    throw tooMany(
      `A person, a group or a membership may have ${limits.attributes_max} attributes in ${limits.attributes_bytes_max} bytes together with those known already. Send fewer, or null for those no longer needed.`,
    );
  }
  return after;
}

/** What the customer's own side vouches for after a change of its own; null where that is nothing. */
export function vouchedAfter(before: string | null, changes: Readonly<Record<string, AttributeValue>>): string | null {
  const after = changedAttributes(before ?? "{}", changes);
  return Object.keys(after).length === 0 ? null : toJson(after);
}

/**
 * What belongs into the batch that stores these values: the type of an attribute is fixed by the first value of its name,
 * and a value of another type is stored all the same, and counted.
 *
 * @throws ProblemError `body_invalid` when the app would have too many attributes.
 */
export async function definitionStatements(
  deps: AttributeDeps,
  owner: Owner,
  changes: Readonly<Record<string, AttributeValue>>,
  trust: Trust,
): Promise<readonly Statement[]> {
  const { db } = deps.store;
  const names_max = limits.attribute_definitions_max / (trust === "proved" ? 1 : 2);
  const typed = typesOf(changes);
  if (typed.length === 0) return [];
  const names = typed.map(({ name }) => name);
  const known = new Map((await definitionsNamed(db, owner, names)).map((row) => [row.name, row.type]));
  const fresh = typed.filter(({ name }) => !known.has(name));
  if (fresh.length > 0 && (await countDefinitions(db, owner)) + fresh.length > names_max) {
    throw tooMany(
      `This app has about ${names_max} different attributes already, and ${fresh[0]?.name} would be another one. Use those that it has.`,
    );
  }
  const now_ms = deps.clock.now();
  const others = typed.filter(({ name, type }) => known.has(name) && known.get(name) !== type);
  return [
    ...(fresh.length === 0 ? [] : [{ query: insertDefinitions(db, owner, fresh, now_ms) }]),
    ...others.map((found) => ({ query: noteMismatch(db, owner, found, now_ms) })),
  ];
}

/** Which values are not of the type of their attribute. */
export async function mismatchesIn(
  db: Store["db"],
  owner: Owner,
  attributes: Attributes,
): Promise<readonly AttributeMismatch[]> {
  const typed = typesOf(attributes);
  if (typed.length === 0) return [];
  const rows = await definitionsNamed(
    db,
    owner,
    typed.map(({ name }) => name),
  );
  const expected_of = new Map(rows.map((row) => [row.name, row.type]));
  return typed.flatMap(({ name, type: found }) => {
    const expected = expected_of.get(name);
    return expected === undefined || expected === found ? [] : [{ name, expected, found }];
  });
}

function typesOf(attributes: Readonly<Record<string, AttributeValue>>): { name: string; type: AttributeType }[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    const type = attributeType(value);
    return type === undefined ? [] : [{ name, type }];
  });
}

function tooMany(message: string): ProblemError {
  return new ProblemError("body_invalid", message, {
    fields: [{ pointer: "/attributes", message: "Too many together with those known already." }],
  });
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
