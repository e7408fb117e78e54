import type { Edition } from "@fanfare/contract/content/content";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { queries } from "../../../lib/queries/queries.ts";
import { segmentQueries } from "../../../lib/queries/segments.ts";
import { themeQueries } from "../../../lib/queries/themes.ts";
import { compareEditions } from "../../../model/comparison/compare.ts";
import type { EditionNames } from "../../../model/comparison/fields.ts";

/** Resolves the IDs and slugs in two editions to names. Deleted resources have no name. */
export function useEditionNames(before: Edition | undefined, after: Edition | undefined): EditionNames {
  const { api } = useAppContext();
  const app = useApp();
  const { data: segments } = useQuery(segmentQueries.all(api));
  const { data: themes } = useQuery(themeQueries.all(api));
  const requestedIds = before === undefined || after === undefined ? [] : contentsIn(before, after);
  const found = useQueries({
    queries: requestedIds.map((ref) => ({
      ...queries.found(api, { app_id: app.id, q: ref, status: "all", limit: FOUND_MAX }),
      enabled: !isId(ref),
    })),
  });
  const known = useQueries({
    queries: requestedIds.map((ref) => ({ ...queries.content(api, app.id, ref), enabled: isId(ref), retry: false })),
  });
  const names = new Map(
    requestedIds.map((ref, index) => [
      ref,
      known[index]?.data?.name ?? found[index]?.data?.items.find(({ slug }) => slug === ref)?.name,
    ]),
  );
  return {
    segment: (id) => segments?.items.find((segment) => segment.id === id)?.name,
    content: (ref) => names.get(ref),
    theme: (id) => themes?.items.find((theme) => theme.id === id)?.name,
  };
}

/** Search results to check for an exact slug: a search also returns slugs that contain it. */
const FOUND_MAX = 50;
const isId = (ref: string): boolean => ref.startsWith("cnt_");

/** Collects the content IDs and slugs that a comparison refers to, by a dry run of the comparison. */
function contentsIn(before: Edition, after: Edition): readonly string[] {
  const requestedIds = new Set<string>();
  compareEditions(before, after, {
    segment: () => undefined,
    theme: () => undefined,
    content(ref) {
      requestedIds.add(ref);
      return undefined;
    },
  });
  return [...requestedIds];
}
