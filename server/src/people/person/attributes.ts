import type { Clock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import {
  type Attributes,
  type AttributeType,
  type AttributeValue,
  attributeType,
} from "@fanfare/contract/people/attribute";
import { ProblemError } from "@fanfare/contract/problem";
import type { AttributeMismatch } from "@fanfare/contract/schema/responses/people/person";
import type { AttributeOwner } from "@fanfare/contract/targeting/rule";
import { toJson } from "../../store/columns.ts";
import {
  countDefinitions,
  definitionsNamed,
  insertDefinitions,
  recordMismatch,
} from "../../store/statements/people/attribute-definitions.ts";
import type { Statement, Store } from "../../store/store.ts";
import { parseAttributes } from "../rules/rule-facts.ts";

interface AttributeDeps {
  readonly clock: Pick<Clock, "now">;
  readonly store: Pick<Store, "db">;
}
interface Owner {
  readonly app_id: AppId;
  readonly owner: AttributeOwner;
}
/** Unverified callers may use only half of an app's attribute names, so that third parties can't exhaust them. */
export type Trust = "verified" | "unverified";

/**
 * Merges attribute changes. Null removes an attribute.
 *
 * @throws ProblemError `body_invalid` if there would be too many.
 */
export function mergeAttributes(before: string, changes: Readonly<Record<string, AttributeValue>>): Attributes {
  const entries = Object.entries({ ...parseAttributes(before), ...changes }).filter(([, value]) => value !== null);
  const after = Object.fromEntries(entries);
  if (entries.length > limits.attributes_max || byteLength(toJson(after)) > limits.attributes_bytes_max) {
    throw tooMany(
      `A person, group, or membership can have up to ${limits.attributes_max} attributes and ${limits.attributes_bytes_max} bytes in total. Send fewer, or set unused ones to null.`,
    );
  }
  return after;
}

/** Merges attributes set by the customer's backend or members. Null if there are none. */
export function mergeVouched(before: string | null, changes: Readonly<Record<string, AttributeValue>>): string | null {
  const after = mergeAttributes(before ?? "{}", changes);
  return Object.keys(after).length === 0 ? null : toJson(after);
}

/**
 * Statements for the batch that stores these values. The first value of a name defines the attribute's type; values of
 * another type are stored too, and counted.
 *
 * @throws ProblemError `body_invalid` if the app would have too many attributes.
 */
export async function definitionStatements(
  deps: AttributeDeps,
  owner: Owner,
  changes: Readonly<Record<string, AttributeValue>>,
  trust: Trust,
): Promise<readonly Statement[]> {
  const { db } = deps.store;
  const names_max = limits.attribute_definitions_max / (trust === "verified" ? 1 : 2);
  const typed = definedTypes(changes);
  if (typed.length === 0) return [];
  const names = typed.map(({ name }) => name);
  const known = new Map((await definitionsNamed(db, owner, names)).map((row) => [row.name, row.type]));
  const fresh = typed.filter(({ name }) => !known.has(name));
  if (fresh.length > 0 && (await countDefinitions(db, owner)) + fresh.length > names_max) {
    throw tooMany(
      `This app has reached the limit of about ${names_max} different attributes, and ${fresh[0]?.name} would be a new one. Use existing attributes.`,
    );
  }
  const now_ms = deps.clock.now();
  const others = typed.filter(({ name, type }) => known.has(name) && known.get(name) !== type);
  return [
    ...(fresh.length === 0 ? [] : [{ query: insertDefinitions(db, owner, fresh, now_ms) }]),
    ...others.map((found) => ({ query: recordMismatch(db, owner, found, now_ms) })),
  ];
}

export async function attributeMismatches(
  db: Store["db"],
  owner: Owner,
  attributes: Attributes,
): Promise<readonly AttributeMismatch[]> {
  const typed = definedTypes(attributes);
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

function definedTypes(attributes: Readonly<Record<string, AttributeValue>>): { name: string; type: AttributeType }[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    const type = attributeType(value);
    return type === undefined ? [] : [{ name, type }];
  });
}

function tooMany(message: string): ProblemError {
  return new ProblemError("body_invalid", message, {
    fields: [{ pointer: "/attributes", message: "Too many attributes, including existing ones." }],
  });
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
