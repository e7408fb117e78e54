import { z } from "zod";
import { ScimError } from "../../accounts/provisioning/scim-error.ts";

const patchSchema = z.looseObject({
  Operations: z
    .array(
      z.looseObject({
        op: z
          .string()
          .transform((op) => op.toLowerCase())
          .pipe(z.enum(["add", "replace", "remove"])),
        path: z.string().max(500).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(1_000),
});
export type PatchOperation = z.output<typeof patchSchema>["Operations"][number];

/** @throws ScimError `invalidSyntax`. */
export function readPatch(body: unknown): readonly PatchOperation[] {
  const parsed = patchSchema.safeParse(body);
  if (parsed.success) return parsed.data.Operations;
  throw new ScimError(400, "Send Operations with op, path, and value, as in RFC 7644 section 3.5.2.", "invalidSyntax");
}

/** An attribute to set, or with undefined to remove. */
export interface Assignment {
  /** In lower case, without the core schema: `name.givenname`. */
  readonly path: string;
  readonly value: unknown;
  readonly op: PatchOperation["op"];
}

const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;

/** One assignment per attribute: a value without a path has attributes as keys, which can have dots, too. */
export function assignmentsOf({ op, path, value }: PatchOperation): readonly Assignment[] {
  if (path !== undefined && path.trim() !== "") return [{ op, path: bare(path), value }];
  if (op === "remove") throw new ScimError(400, "Name what to remove in path.", "noTarget");
  const attributes = z.record(z.string(), z.unknown()).safeParse(value);
  if (!attributes.success) throw new ScimError(400, "Without a path, value is an object.", "invalidValue");
  return Object.entries(attributes.data).flatMap(([key, each]) => flattened(op, bare(key), each));
}

/** The parts of a name, and other attributes as they are. */
function flattened(op: PatchOperation["op"], path: string, value: unknown): readonly Assignment[] {
  const parts = path === "name" ? z.record(z.string(), z.unknown()).safeParse(value) : undefined;
  if (parts?.success !== true) return [{ op, path, value }];
  return Object.entries(parts.data).map(([part, each]) => ({ op, path: `${path}.${part.toLowerCase()}`, value: each }));
}

const bare = (path: string): string => path.trim().toLowerCase().replace(CORE, "");

/** Booleans as some services write them: `"False"`. */
export function readBoolean(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  const text = typeof value === "string" ? value.toLowerCase() : undefined;
  if (text === "true" || text === "false") return text === "true";
  throw new ScimError(400, "active is true or false.", "invalidValue");
}

export function readString(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string") return value.trim() === "" ? undefined : value.trim();
  throw new ScimError(400, "This attribute is a text.", "invalidValue");
}
