import type { SearchSchemaInput } from "@tanstack/react-router";

interface MessagesSearch {
  /** Whether the message form is open. */
  readonly compose: boolean;
}

export const MESSAGES_SEARCH_DEFAULTS: MessagesSearch = { compose: false };

/** Parses the search parameters. Invalid values become defaults. */
export function readMessagesSearch(address: Partial<MessagesSearch> & SearchSchemaInput): MessagesSearch {
  // The type covers links of the console, not URLs that people type.
  const search: Readonly<Record<string, unknown>> = { ...address };
  return { compose: search["compose"] === true };
}
