/** A parsed call to the Pusher HTTP API, or the sentence of its refusal. */
export type ParseResult<Value> =
  | { readonly outcome: "valid"; readonly value: Value }
  | { readonly outcome: "invalid"; readonly status: 400 | 413; readonly message: string };

/** An invalid call, with the sentence and the status of its refusal. */
export function invalid(message: string, status: 400 | 413 = 400) {
  return { outcome: "invalid", status, message } as const;
}
