import { useQueries } from "@tanstack/react-query";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { queries } from "../../lib/queries/queries.ts";

/** Names of content by slug, with the same requests as `ContentPicker`. The slug while a name is unknown. */
export function useContentNames(slugs: readonly string[]): (slug: string) => string {
  const { api } = useAppContext();
  const app = useApp();
  const unique = [...new Set(slugs)];
  const found = useQueries({
    queries: unique.map((slug) => queries.found(api, { app_id: app.id, q: slug, limit: 50 })),
  });
  return (slug) => found[unique.indexOf(slug)]?.data?.items.find((each) => each.slug === slug)?.name ?? slug;
}
