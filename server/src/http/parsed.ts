/** What a call to the Pusher HTTP API means, or the plain sentence that says why it means nothing. */
export type Parsed<Value> =
  | { readonly outcome: "valid"; readonly value: Value }
  | { readonly outcome: "invalid"; readonly status: 400 | 413; readonly message: string };

/** What cannot be read, with the sentence that says why and the status that the protocol wants for it. */
export function invalid(message: string, status: 400 | 413 = 400) {
  return { outcome: "invalid", status, message } as const;
}
