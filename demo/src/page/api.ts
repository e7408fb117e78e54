import type { Order, Status } from "../order.ts";
import type { User } from "../users.ts";

export interface Session {
  readonly user: User;
  readonly users: readonly User[];
  /** Identity token for Fanfare, signed by the shop's backend. */
  readonly token: string;
}

export interface FanfareConfig {
  readonly host: string;
  readonly key: string;
}

/** A request that the backend rejected. The message is user-visible. */
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
  // Cast: page and backend are one program, so responses have these types.
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
