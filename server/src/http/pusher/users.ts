import { Hono } from "hono";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { readSignedRequest, type SignedRequestDeps } from "./signed-request.ts";

export interface PusherUsersDeps extends SignedRequestDeps {
  /** Ends every connection that has signed in as this user. */
  readonly terminateUser: (app_id: AppRecord["id"], user_id: string) => void;
}

/**
 * `POST /apps/{id}/users/{user_id}/terminate_connections`: answers `{}` also for unknown users.
 *
 * @example
 * app.route("/", pusherUsersRoutes({ clock, apps, log, terminateUser: gateway.terminateUser }));
 */
export function pusherUsersRoutes(deps: PusherUsersDeps): Hono {
  const routes = new Hono();
  routes.post("/apps/:id/users/:user_id/terminate_connections", async (c) => {
    const call = await readSignedRequest(c.req.raw, c.req.param("id"), deps);
    if (call.outcome === "answered") return call.response;
    deps.terminateUser(call.app.id, c.req.param("user_id"));
    return Response.json({});
  });
  return routes;
}
