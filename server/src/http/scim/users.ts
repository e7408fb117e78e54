import { createHash } from "node:crypto";
import { limits } from "@fanfare/contract/limits";
import { z } from "zod";
import { ScimError } from "../../accounts/provisioning/scim-error.ts";
import type { UserInput } from "../../accounts/provisioning/users.ts";
import { toIso } from "../../store/columns.ts";
import type { GroupMemberRow, ProvisionedUserRow } from "../../store/statements/identity/provisioning.ts";
import { type Assignment, assignmentsOf, type PatchOperation, readBoolean, readString } from "./patch.ts";

export const USER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:User";

const text = z.string().max(limits.scim_text_chars_max).nullish();
const emailsSchema = z
  .array(z.looseObject({ value: text, type: text, primary: z.union([z.boolean(), z.string()]).nullish() }))
  .max(50);
const userSchema = z.looseObject({
  userName: z.string().trim().min(1).max(limits.scim_text_chars_max),
  externalId: text,
  displayName: text,
  name: z.looseObject({ formatted: text, givenName: text, familyName: text }).nullish(),
  emails: emailsSchema.nullish(),
  active: z.unknown().optional(),
});

/** @throws ScimError `invalidValue`. */
export function readUser(body: unknown): UserInput {
  const parsed = userSchema.safeParse(body);
  if (!parsed.success) {
    const at = parsed.error.issues[0]?.path.join(".") ?? "";
    throw new ScimError(400, `The user is invalid at ${at === "" ? "its root" : at}.`, "invalidValue");
  }
  const { userName: user_name, externalId, displayName, name, emails, active } = parsed.data;
  return {
    ...{ user_name, external_id: externalId ?? null, email: primaryEmail(emails ?? []) },
    name: displayName ?? name?.formatted ?? fullName(name?.givenName, name?.familyName),
    active: active === undefined ? true : readBoolean(active),
  };
}

function primaryEmail(emails: z.output<typeof emailsSchema>): string | undefined {
  const chosen = emails.find(({ primary }) => primary !== undefined && primary !== null && readBoolean(primary));
  return (chosen ?? emails.find(({ type }) => type === "work") ?? emails[0])?.value ?? undefined;
}

function fullName(given: string | null | undefined, family: string | null | undefined): string | undefined {
  const name = [given, family].filter((part) => part !== null && part !== undefined && part !== "").join(" ");
  return name === "" ? undefined : name;
}

/** Of a name that Fanfare stores as one text. */
function nameParts(name: string): { readonly givenName: string; readonly familyName: string } {
  const at = name.lastIndexOf(" ");
  return at === -1
    ? { givenName: name, familyName: "" }
    : { givenName: name.slice(0, at), familyName: name.slice(at + 1) };
}

/**
 * The user after these operations. Attributes that Fanfare doesn't store, such as a department, are ignored.
 *
 * @throws ScimError `invalidValue` or `noTarget`.
 */
export function patchedUser(row: ProvisionedUserRow, operations: readonly PatchOperation[]): UserInput {
  let user: UserInput = {
    ...{ user_name: userName(row), external_id: row.external_id, email: row.email, name: row.name },
    active: row.deactivated_at === null,
  };
  let parts = nameParts(row.name);
  for (const assignment of operations.flatMap(assignmentsOf)) {
    const { path } = assignment;
    if (path === "name.givenname" || path === "name.familyname") {
      const part = assignment.op === "remove" ? "" : (readString(assignment.value) ?? "");
      parts = path === "name.givenname" ? { ...parts, givenName: part } : { ...parts, familyName: part };
      user = { ...user, name: fullName(parts.givenName, parts.familyName) };
    } else {
      user = { ...user, ...changeBy(assignment) };
    }
  }
  return user;
}

function changeBy({ op, path, value }: Assignment): Partial<UserInput> {
  const removed = op === "remove";
  switch (path) {
    case "active":
      return { active: !removed && readBoolean(value) };
    case "username": {
      const user_name = readString(value);
      if (removed || user_name === undefined) throw new ScimError(400, "A user needs a userName.", "invalidValue");
      return { user_name, ...(user_name.includes("@") ? { email: user_name } : {}) };
    }
    case "externalid":
      return { external_id: removed ? null : (readString(value) ?? null) };
    case "displayname":
    case "name.formatted":
      return removed ? {} : { name: readString(value) };
    case "emails":
      return removed ? {} : { email: primaryEmail(emailsIn(value)) };
    default:
      return /^emails\[.*\]\.value$/.test(path) && !removed ? { email: readString(value) } : {};
  }
}

function emailsIn(value: unknown): z.output<typeof emailsSchema> {
  const parsed = emailsSchema.safeParse(Array.isArray(value) ? value : [value]);
  if (parsed.success) return parsed.data;
  throw new ScimError(400, "emails is a list of objects with value.", "invalidValue");
}

const userName = ({ user_name, email }: ProvisionedUserRow): string => user_name ?? email;

interface UserPlace {
  /** URL of `/api/scim/v2`. */
  readonly base: string;
  readonly groups: readonly GroupMemberRow[];
}

export function presentUser(row: ProvisionedUserRow, { base, groups }: UserPlace) {
  const shown = {
    ...{ schemas: [USER_SCHEMA], id: row.id, userName: userName(row) },
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    ...{ name: { formatted: row.name, ...nameParts(row.name) }, displayName: row.name },
    emails: [{ value: row.email, type: "work", primary: true }],
    active: row.deactivated_at === null,
    roles: [{ value: row.role, primary: true }],
    groups: groups
      .filter(({ member_id }) => member_id === row.id)
      .map(({ group_id, display_name }) => ({
        ...{ value: group_id, display: display_name, $ref: `${base}/Groups/${group_id}`, type: "direct" },
      })),
  };
  return {
    ...shown,
    meta: {
      ...{
        resourceType: "User",
        created: toIso(row.created_at),
        lastModified: toIso(row.updated_at ?? row.created_at),
      },
      ...{ location: `${base}/Users/${row.id}`, version: versionOf(shown) },
    },
  };
}

/** ETag of what a client sees. */
export function versionOf(shown: object): string {
  return `W/"${createHash("sha256").update(JSON.stringify(shown)).digest("hex").slice(0, 16)}"`;
}
