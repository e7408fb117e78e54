import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { queries } from "../../../queries.ts";
import { oneOf, textIn } from "../../../search-text.ts";
import { appRoute } from "../../app.tsx";

const TABS = ["steps", "settings", "versions"] as const;
type Tab = (typeof TABS)[number];

/** `/{app}/content/{id}`: the editor. Its address holds the tab and the open step. */
export const editRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "content/$id",
  validateSearch: (search): { tab?: Exclude<Tab, "steps"> | undefined; step?: string | undefined } => {
    const tab = oneOf(search, "tab", TABS);
    const step = textIn(search, "step", 64);
    return { ...(tab === "steps" ? {} : { tab }), ...(step === "" ? {} : { step }) };
  },
  loader: async ({ context: { api, client }, params }) => {
    await client.ensureQueryData({ ...queries.content(api, params.app, params.id), revalidateIfStale: true });
  },
  component: lazyRouteComponent(() => import("../../../builder/builder.tsx"), "Builder"),
});
