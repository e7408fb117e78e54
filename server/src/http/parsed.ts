/** What a call to the Pusher HTTP API means, or the plain sentence that says why it means nothing. */
export type Parsed<Value> =
  | { readonly outcome: "valid"; readonly value: Value }
  | { readonly outcome: "invalid"; readonly status: 400 | 413; readonly message: string };

export function invalid(message: string, status: 400 | 413 = 400) {
  return { outcome: "invalid", status, message } as const;
}
