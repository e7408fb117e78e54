import { valueAt } from "@fanfare/contract/schema/content/draft";

/** A change to a JSON value (RFC 6902). */
export type PatchOperation =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move"; readonly from: string; readonly path: string };

/**
 * Returns the changed value and leaves the given one as it is. Operations without an existing parent change nothing.
 *
 * @example
 * applyPatch({ steps: [] }, [{ op: "add", path: "/steps/0", value: { id: "a" } }]); // { steps: [{ id: "a" }] }
 */
export function applyPatch(value: unknown, operations: readonly PatchOperation[]): unknown {
  const changed = structuredClone(value);
  for (const operation of operations) {
    const target = locate(changed, operation.path);
    if (operation.op === "remove") take(target);
    else if (operation.op === "move") put(target, take(locate(changed, operation.from)), "add");
    else put(target, structuredClone(operation.value), operation.op);
  }
  return changed;
}

interface Location {
  readonly parent: unknown;
  readonly key: string;
}

function locate(value: unknown, pointer: string): Location {
  const parts = pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  return { parent: valueAt(value, parts.slice(0, -1)), key: parts.at(-1) ?? "" };
}

function take({ parent, key }: Location): unknown {
  const taken = valueAt(parent, [key]);
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else if (typeof parent === "object" && parent !== null) Reflect.deleteProperty(parent, key);
  return taken;
}

function put({ parent, key }: Location, value: unknown, op: "add" | "replace"): void {
  if (Array.isArray(parent)) parent.splice(key === "-" ? parent.length : Number(key), op === "add" ? 0 : 1, value);
  else if (typeof parent === "object" && parent !== null) {
    // Not an assignment: a key such as `__proto__` stays data.
    Object.defineProperty(parent, key, { value, writable: true, enumerable: true, configurable: true });
  }
}
