import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { isSignedOut } from "../lib/api/api-problem.ts";
import { queries } from "../lib/queries/queries.ts";
import { rootRoute } from "./root.tsx";

/** `/connect?client_id=…`: where a member allows an assistant to connect (OAuth). */
export const connectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "connect",
  // The parameters as they come. The loader reads them, with the page.
  validateSearch: (search: Readonly<Record<string, unknown>>) => search,
  loaderDeps: ({ search }) => search,
  beforeLoad: async ({ context: { api, client }, location }) => {
    await client.ensureQueryData(queries.me(api)).catch((error: unknown) => {
      if (!isSignedOut(error)) throw error;
      throw redirect({ to: "/sign-in", search: { return_to: location.href }, replace: true });
    });
  },
  loader: async ({ context: { api }, deps }) =>
    (await import("../features/auth/authorization-offer.ts")).findOffer(api, deps),
  component: lazyRouteComponent(() => import("../features/auth/connect.tsx"), "Connect"),
});
