import { limits } from "@fanfare/contract/limits";
import type { SearchSchemaInput } from "@tanstack/react-router";
import { readText } from "../../lib/search-params.ts";

interface MessagesSearch {
  /** Whether the message form is open. */
  readonly compose: boolean;
  /** ID of the message that the form starts with. */
  readonly from: string;
  /** ID of the scheduled message that the form changes. */
  readonly edit: string;
  /** ID of the message whose details are open. */
  readonly message: string;
}

export const MESSAGES_SEARCH_DEFAULTS: MessagesSearch = { compose: false, from: "", edit: "", message: "" };

/** Parses the search parameters. Invalid values become defaults. */
export function readMessagesSearch(address: Partial<MessagesSearch> & SearchSchemaInput): MessagesSearch {
  // The type covers links of the console, not URLs that people type.
  const search: Readonly<Record<string, unknown>> = { ...address };
  const id = (name: string): string => readText(search, name, limits.id_chars_max);
  return { compose: search["compose"] === true, from: id("from"), edit: id("edit"), message: id("message") };
}
