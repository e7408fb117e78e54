import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { queries } from "../lib/queries/queries.ts";
import { returnPath } from "../lib/return-path.ts";
import { readText } from "../lib/search-params.ts";
import { rootRoute } from "./root.tsx";

interface SignInSearch {
  readonly return_to?: string;
  /** Problem code of a failed provider sign-in. */
  readonly problem?: string;
  /** Set if the provider sign-in still needs a two-factor code. */
  readonly code?: string;
}

/** `/sign-in?return_to=`: sign-in. Redirects if a session exists, unless the page says why a sign-in isn't finished. */
export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "sign-in",
  validateSearch: (search): SignInSearch => {
    const read = (name: keyof SignInSearch, length: number): SignInSearch => {
      const text = readText(search, name, length);
      return text === "" ? {} : { [name]: text };
    };
    return { ...read("return_to", 8_000), ...read("problem", 60), ...read("code", 10) };
  },
  // What it decides stands above and below the form: arriving later, it would move the form away from a press. Without
  // an answer, the form is shown alone. Asked each time, because a session may have begun or ended since.
  beforeLoad: async ({ context: { api, client }, search }) => {
    const setup = await client.fetchQuery({ ...queries.setup(api), staleTime: 0 }).catch(() => undefined);
    if (setup?.signed_in === true && search.code === undefined && search.problem === undefined) {
      throw redirect({ href: returnPath(search.return_to), replace: true });
    }
  },
  component: lazyRouteComponent(() => import("../features/auth/sign-in.tsx"), "SignIn"),
});
