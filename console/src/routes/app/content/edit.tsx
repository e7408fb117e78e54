import { VARIANTS } from "@fanfare/contract/content/experiment";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { queries } from "../../../lib/queries/queries.ts";
import { readOneOf, readText } from "../../../lib/search-params.ts";
import { TABS, type TabParam } from "../../../model/draft/tab-ids.ts";
import type { OtherVariantId } from "../../../model/draft/variants.ts";
import { appRoute } from "../../app.tsx";

interface EditSearch {
  readonly tab?: TabParam | undefined;
  readonly step?: string | undefined;
  /** The variant whose words are open; those of the content itself where none is named. */
  readonly variant?: OtherVariantId | undefined;
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
    const tab = readOneOf(search, "tab", TABS);
    const step = readText(search, "step", 64);
    const variant = readOneOf(search, "variant", VARIANTS);
    const lang = readText(search, "lang", 35);
    const version = readText(search, "version", 80);
    const against = readText(search, "against", 80);
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
  component: lazyRouteComponent(() => import("../../../features/editor/editor-page.tsx"), "EditorPage"),
});
