import { Hono } from "hono";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { LogUnavailable } from "../../cluster/log.ts";
import { unavailableResponse } from "./publish.ts";
import { readSignedRequest, type SignedRequestDeps } from "./signed-request.ts";

export interface PusherUsersDeps extends SignedRequestDeps {
  readonly terminateUser: (app_id: AppRecord["id"], user_id: string) => void | Promise<void>;
}

/**
 * `POST /apps/{id}/users/{user_id}/terminate_connections`: answers `{}` also for unknown users. The Python library leaves
 * `/apps/{id}` out, so there `auth_key` names the app.
 *
 * @example
 * app.route("/", pusherUsersRoutes({ clock, apps, log, terminateUser: gateway.terminateUser }));
 */
export function pusherUsersRoutes(deps: PusherUsersDeps): Hono {
  const routes = new Hono();
  const terminate = async (request: Request, app_id: string, user_id: string): Promise<Response> => {
    const call = await readSignedRequest(request, app_id, deps);
    if (call.outcome === "answered") return call.response;
    try {
      await deps.terminateUser(call.app.id, user_id);
    } catch (error) {
      if (error instanceof LogUnavailable) return unavailableResponse();
      throw error;
    }
    return Response.json({});
  };
  routes.post("/apps/:id/users/:user_id/terminate_connections", (c) =>
    terminate(c.req.raw, c.req.param("id"), c.req.param("user_id")),
  );
  routes.post("/users/:user_id/terminate_connections", (c) =>
    terminate(c.req.raw, deps.apps.byKey(c.req.query("auth_key") ?? "")?.id ?? "", c.req.param("user_id")),
  );
  return routes;
}
