import { createRoute, lazyRouteComponent, stripSearchParams } from "@tanstack/react-router";
import {
  readTranslationsSearch,
  TRANSLATIONS_SEARCH_DEFAULTS,
  translationsQuery,
} from "../../features/translations/search.ts";
import { translationListQuery } from "../../lib/queries/translations.ts";
import { appRoute } from "../app.tsx";

export const translationsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "translations",
  validateSearch: readTranslationsSearch,
  search: { middlewares: [stripSearchParams(TRANSLATIONS_SEARCH_DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, client }, deps }) => {
    void client.prefetchInfiniteQuery(translationListQuery(api, translationsQuery(deps)));
  },
  component: lazyRouteComponent(() => import("../../features/translations/page.tsx"), "TranslationsPage"),
});
