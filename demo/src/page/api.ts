import type { Order, Status } from "../order.ts";
import type { User } from "../users.ts";

export interface Session {
  readonly user: User;
  readonly users: readonly User[];
  /** Signed by the shop's back end: proves to Fanfare who this is. */
  readonly token: string;
}

export interface FanfareConfig {
  readonly host: string;
  readonly key: string;
}

/** The back end said no; the message is for the person. */
export class RequestError extends Error {
  override readonly name = "Refused";
}

async function call<Answer>(method: "GET" | "POST", path: string, body?: unknown): Promise<Answer> {
  const init: RequestInit =
    method === "GET"
      ? {}
      : { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body ?? {}) };
  const response = await fetch(path, init);
  const text = await response.text();
  // The shop's own back end: page and back end are one program, so its answers have the shapes above.
  const answer = (text === "" ? {} : JSON.parse(text)) as Answer & { readonly message?: string };
  if (!response.ok) throw new RequestError(answer.message ?? "The shop isn't responding. Try again.");
  return answer;
}

export const api = {
  config: () => call<FanfareConfig>("GET", "/api/config"),
  session: () => call<Session>("GET", "/api/me"),
  orders: async () => (await call<{ orders: readonly Order[] }>("GET", "/api/orders")).orders,
  signIn: (user_id: string) => call<unknown>("POST", "/api/sign-in", { user_id }),
  presence: () => call<unknown>("POST", "/api/presence"),
  simulate: async () => (await call<{ order: Order }>("POST", "/api/orders")).order,
  advance: async (number: string, to: Status) =>
    (await call<{ order: Order }>("POST", "/api/orders/advance", { number, to })).order,
};
