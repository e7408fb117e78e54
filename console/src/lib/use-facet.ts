import type { Facet } from "@fanfare/contract/schema/responses/people/facets";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { ApiQuery } from "./api/api.ts";
import { useAppContext } from "./app-context.ts";
import { number } from "./i18n/format.ts";
import { t } from "./i18n/t.ts";
import { apiQuery } from "./queries/api-query.ts";

type FacetList = "contents" | "people" | "audit";

interface FacetOptions {
  /** Key of the list. Invalidating it also refetches the counts. */
  readonly key: readonly unknown[];
  readonly list: FacetList;
  readonly query: ApiQuery<`GET /api/facets/${FacetList}`>;
  /** Loads immediately rather than when the menu opens. */
  readonly at_once?: boolean;
}

export interface Choices {
  /** Number of rows for an option. "" while unknown. */
  readonly countOf: (value: string) => string;
  /** Number of rows for all options together. */
  readonly countOfAll: (values?: readonly string[]) => string;
}

interface Facets {
  /** Call when the menu opens or is about to. Loads the counts. */
  readonly onOpen: () => void;
  /** Referentially stable until the counts change. */
  readonly choices: Choices;
}

export function useFacet({ key, list, query, at_once = false }: FacetOptions): Facets {
  const { api } = useAppContext();
  const [opened, setOpened] = useState(false);
  const { data } = useQuery({
    ...apiQuery(api, [...key, "facet", list, query], `GET /api/facets/${list}`, { query }),
    enabled: opened || at_once,
    placeholderData: keepPreviousData,
  });
  const choices = useMemo(() => facetChoices(data), [data]);
  return { onOpen: () => setOpened(true), choices };
}

function facetChoices(facet: Facet | undefined): Choices {
  const sum = (isIt: (value: string) => boolean): string => {
    if (facet === undefined) return "";
    const count = facet.items.reduce((all, each) => (isIt(each.value) ? all + each.count : all), 0);
    return facet.exact ? number(count) : t("about {n}", { n: number(count) });
  };
  return {
    countOf: (value) => sum((each) => each === value),
    countOfAll: (values) => sum((each) => values === undefined || values.includes(each)),
  };
}
