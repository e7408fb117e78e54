import type { AuthorizationRequest } from "@fanfare/contract/schema/accounts/oauth";
import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { asProblem, isSignedOut } from "../lib/api/api-problem.ts";
import { queries } from "../lib/queries/queries.ts";
import { rootRoute } from "./root.tsx";

/** `/connect?client_id=…`: where a member allows an assistant to connect (OAuth). */
export const connectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "connect",
  validateSearch: readRequest,
  loaderDeps: ({ search }) => search,
  beforeLoad: async ({ context: { api, client }, location }) => {
    await client.ensureQueryData(queries.me(api)).catch((error: unknown) => {
      if (!isSignedOut(error)) throw error;
      throw redirect({ to: "/sign-in", search: { return_to: location.href }, replace: true });
    });
  },
  loader: async ({ context: { api }, deps: request }) => {
    try {
      const offer = await api.call("POST /api/oauth-authorizations/look", { body: request, unkeyed: true });
      return { state: "open", request, offer } as const;
    } catch (error) {
      return { state: "closed", reason: asProblem(error).detail } as const;
    }
  },
  component: lazyRouteComponent(() => import("../features/auth/connect.tsx"), "Connect"),
});

/** The server checks the request. Other parameters of the link don't matter. */
function readRequest(search: Readonly<Record<string, unknown>>): AuthorizationRequest {
  const optional = (name: "scope" | "state" | "resource") =>
    search[name] === undefined ? {} : { [name]: textOf(search[name]) };
  return {
    ...{ client_id: textOf(search["client_id"]), redirect_uri: textOf(search["redirect_uri"]) },
    // Casts: any other value is refused with its reason.
    response_type: textOf(search["response_type"]) as "code",
    code_challenge: textOf(search["code_challenge"]),
    code_challenge_method: textOf(search["code_challenge_method"]) as "S256",
    ...{ ...optional("scope"), ...optional("state"), ...optional("resource") },
  };
}

/** The router parses `?state=1` as a number, and JSON as its value. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
}
