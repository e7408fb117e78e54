import { VARIANTS } from "@fanfare/contract/experiment";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { TABS, type TabInAddress } from "../../../builder/tab-ids.ts";
import type { OtherId } from "../../../builder/variants.ts";
import { queries } from "../../../queries.ts";
import { oneOf, textIn } from "../../../search-text.ts";
import { appRoute } from "../../app.tsx";

interface EditSearch {
  readonly tab?: TabInAddress | undefined;
  readonly step?: string | undefined;
  /** The variant whose words are open; those of the content itself where none is named. */
  readonly variant?: OtherId | undefined;
  /** In the translations: the language that is open. */
  readonly lang?: string | undefined;
  /** In the history: the version that is open, and the one or `draft` that it is compared with; the one before it where nothing is said. */
  readonly version?: string | undefined;
  readonly against?: string | undefined;
}

/** `/{app}/content/{id}`: the editor. Its address holds the tab and the open part. */
export const editRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "content/$id",
  validateSearch: (search): EditSearch => {
    const tab = oneOf(search, "tab", TABS);
    const step = textIn(search, "step", 64);
    const variant = oneOf(search, "variant", VARIANTS);
    const lang = textIn(search, "lang", 35);
    const version = textIn(search, "version", 80);
    const against = textIn(search, "against", 80);
    return {
      ...(tab === "content" ? {} : { tab }),
      ...(step === "" ? {} : { step }),
      ...(variant === "a" ? {} : { variant }),
      ...(lang === "" ? {} : { lang }),
      ...(version === "" ? {} : { version }),
      ...(against === "" ? {} : { against }),
    };
  },
  loader: async ({ context: { api, client }, params }) => {
    await client.ensureQueryData({ ...queries.content(api, params.app, params.id), revalidateIfStale: true });
  },
  component: lazyRouteComponent(() => import("../../../builder/builder.tsx"), "Builder"),
});
