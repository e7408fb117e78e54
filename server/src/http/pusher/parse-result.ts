/** Parsed call of the Pusher HTTP API, or its error message. */
export type ParseResult<Value> =
  | { readonly outcome: "valid"; readonly value: Value }
  | { readonly outcome: "invalid"; readonly status: 400 | 413; readonly message: string };

export function invalid(message: string, status: 400 | 413 = 400) {
  return { outcome: "invalid", status, message } as const;
}
