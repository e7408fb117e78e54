import { type Attributes, getAttribute } from "@fanfare/contract/people/attribute";
import type { PersonRow } from "../../store/statements/people/people.ts";

export type PersonKeys = Pick<PersonRow, "search_name" | "search_last_name" | "search_email">;

/**
 * @example
 * personKeys({ name: "Ada King Lovelace" }).search_last_name; // "lovelace"
 */
export function personKeys(attributes: Attributes): PersonKeys {
  const search_name = keyOf(attributes, "name");
  const words = search_name?.split(/\s+/) ?? [];
  return {
    search_name,
    search_last_name: words.length > 1 ? (words.at(-1) ?? null) : null,
    search_email: keyOf(attributes, "email"),
  };
}

export function searchText(text: string): string {
  return text.trim().toLowerCase();
}

function keyOf(attributes: Attributes, name: string): string | null {
  const value = getAttribute(attributes, name);
  return typeof value === "string" && value.trim() !== "" ? searchText(value) : null;
}
