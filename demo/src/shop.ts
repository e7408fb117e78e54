import type { Desk } from "./desk.ts";
import { signIdentity } from "./identity.ts";
import { ORDER_CHANGED, ORDER_CREATED, STATUSES, type Status } from "./order.ts";
import type { Push } from "./push.ts";
import { isOwnWrite } from "./security.ts";
import type { Settings } from "./settings.ts";
import type { Simulator } from "./simulator.ts";
import { USERS, type User, userById } from "./users.ts";

const BODY_BYTES_MAX = 4_096;
const COOKIE = "desk_user";

export type Shop = (request: Request) => Promise<Response>;

export interface ShopParts {
  readonly settings: Settings;
  readonly desk: Desk;
  readonly push: Push;
  readonly simulator: Simulator;
}

/**
 * @example
 * const shop = createShop({ settings, desk, push, simulator });
 * await shop(new Request("http://127.0.0.1:4001/api/orders"));
 */
export function createShop(parts: ShopParts): Shop {
  const reads: Readonly<Record<string, (request: Request) => Response | Promise<Response>>> = {
    "/api/config": () => Response.json({ host: parts.settings.fanfare_url, key: parts.settings.app.key }),
    "/api/me": async (request) => {
      const user = userOf(request);
      return Response.json({ user, users: USERS, token: await signIdentity(user, parts.settings.app) });
    },
    "/api/orders": () => Response.json({ orders: parts.desk.orders() }),
  };
  const writes: Readonly<Record<string, (request: Request, body: Body) => Response | Promise<Response>>> = {
    "/api/sign-in": (_request, body) => signIn(body),
    "/api/presence": () => {
      parts.simulator.seen();
      return new Response(null, { status: 204 });
    },
    "/api/orders": () => place(parts),
    "/api/orders/advance": (request, body) => advance(parts, userOf(request), body),
  };

  return async (request) => {
    const { pathname } = new URL(request.url);
    const read = reads[pathname];
    const write = writes[pathname];
    if (request.method === "GET" && read !== undefined) return read(request);
    if (request.method !== "POST" || write === undefined) return errorResponse(404, "Page not found.");
    if (!isOwnWrite(request)) return errorResponse(403, "Only the shop's own page can do this.");
    const body = await readBody(request);
    return body === undefined ? errorResponse(400, "The request must be a small JSON object.") : write(request, body);
  };
}

type Body = Readonly<Record<string, unknown>>;

async function readBody(request: Request): Promise<Body | undefined> {
  const text = await request.text();
  if (text.length > BODY_BYTES_MAX) return undefined;
  try {
    const body: unknown = JSON.parse(text);
    // Fields are validated where they are used.
    return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Body) : undefined;
  } catch {
    return undefined;
  }
}

function errorResponse(status: number, message: string): Response {
  return Response.json({ message }, { status });
}

function userOf(request: Request): User {
  const cookie = new Bun.CookieMap(request.headers.get("cookie") ?? "");
  return userById(cookie.get(COOKIE) ?? undefined);
}

function signIn(body: Body): Response {
  const user = USERS.find((each) => each.id === body["user_id"]);
  if (user === undefined) return errorResponse(400, "No user has this name.");
  const cookie = `${COOKIE}=${user.id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000`;
  return Response.json({ user }, { headers: { "set-cookie": cookie } });
}

async function place({ desk, push }: ShopParts): Promise<Response> {
  const placed = desk.place();
  if (!placed.ok) return errorResponse(409, `${placed.open} orders are open. Ship some first.`);
  await push(ORDER_CREATED, placed.order);
  return Response.json({ order: placed.order }, { status: 201 });
}

async function advance({ desk, push }: ShopParts, user: User, body: Body): Promise<Response> {
  const { number, to } = body;
  const status = STATUSES.find((each): each is Status => each === to);
  if (typeof number !== "string" || status === undefined)
    return errorResponse(400, "Send the order and its new status.");
  const result = desk.advance(number, status, user.name);
  switch (result.outcome) {
    case "unknown":
      return errorResponse(404, `Order ${number} not found.`);
    case "stale":
      return errorResponse(409, `Order ${number} is already ${result.order.status}.`);
    case "moved":
      await push(ORDER_CHANGED, result.order);
      return Response.json({ order: result.order });
  }
}
