import { createRoute, lazyRouteComponent, stripSearchParams } from "@tanstack/react-router";
import { translationsQueryOf } from "../../translations/calls.ts";
import { readTranslationsSearch, TRANSLATIONS_SEARCH_DEFAULTS, translationsQuery } from "../../translations/search.ts";
import { appRoute } from "../app.tsx";

/** `/{app}/translations`: which content is there in which language. */
export const translationsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "translations",
  validateSearch: readTranslationsSearch,
  search: { middlewares: [stripSearchParams(TRANSLATIONS_SEARCH_DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, client }, deps }) => {
    void client.prefetchInfiniteQuery(translationsQueryOf(api, translationsQuery(deps)));
  },
  component: lazyRouteComponent(() => import("../../translations/page.tsx"), "TranslationsPage"),
});
