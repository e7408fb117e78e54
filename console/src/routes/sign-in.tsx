import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { queries } from "../queries.ts";
import { returnPath } from "../return-path.ts";
import { textIn } from "../search-text.ts";
import { rootRoute } from "./root.tsx";

/** `/sign-in?return_to=`: the door. Who is inside already goes on. */
export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "sign-in",
  validateSearch: (search): { return_to?: string } => {
    const return_to = textIn(search, "return_to", 2_000);
    return return_to === "" ? {} : { return_to };
  },
  beforeLoad: ({ context: { api, client }, search }) => {
    if (client.getQueryData(queries.me(api).queryKey) !== undefined) {
      throw redirect({ href: returnPath(search.return_to), replace: true });
    }
  },
  component: lazyRouteComponent(() => import("../door/sign-in.tsx"), "SignIn"),
});
