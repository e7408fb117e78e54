import { ScimError } from "../../accounts/provisioning/scim-error.ts";
import type { UserFilter } from "../../store/statements/identity/provisioning.ts";

/** `attribute eq "value"`, with the value in JSON. */
const EQUALS = /^\s*([A-Za-z][A-Za-z0-9.:[\]" ]*?)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i;

function readEquals(filter: string): { readonly attribute: string; readonly value: string } {
  const [, attribute, quoted] = EQUALS.exec(filter) ?? [];
  const value: unknown = quoted === undefined ? undefined : parseText(quoted);
  if (attribute !== undefined && typeof value === "string") return { attribute: attribute.toLowerCase(), value };
  throw new ScimError(400, 'Only filters such as userName eq "ada@example.com" are supported.', "invalidFilter");
}

function parseText(quoted: string): unknown {
  try {
    return JSON.parse(quoted);
  } catch {
    return undefined;
  }
}

const USER_ATTRIBUTES: Readonly<Record<string, Exclude<UserFilter["by"], "all">>> = {
  username: "user_name",
  externalid: "external_id",
  id: "id",
  "emails.value": "email",
  emails: "email",
  'emails[type eq "work"].value': "email",
};

/** @throws ScimError `invalidFilter`. */
export function readUserFilter(filter: string | undefined): UserFilter {
  if (filter === undefined) return { by: "all" };
  const { attribute, value } = readEquals(filter);
  const by = USER_ATTRIBUTES[attribute.replace("urn:ietf:params:scim:schemas:core:2.0:user:", "")];
  if (by !== undefined) return { by, value };
  throw new ScimError(400, "Users can be filtered by userName, externalId, id, and emails.value.", "invalidFilter");
}

/** @throws ScimError `invalidFilter`. */
export function readGroupFilter(filter: string | undefined): string | undefined {
  if (filter === undefined) return undefined;
  const { attribute, value } = readEquals(filter);
  if (attribute === "displayname") return value;
  throw new ScimError(400, "Groups can be filtered by displayName.", "invalidFilter");
}
