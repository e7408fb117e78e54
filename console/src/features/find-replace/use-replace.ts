import type { Edition } from "@fanfare/contract/content/content";
import type { UpdateContentRequest } from "@fanfare/contract/schema/accounts/sign-in";
import type { ContentTextMatches } from "@fanfare/contract/schema/responses/content/translations";
import { replaceTexts, type TextPlace, type TextSearch } from "@fanfare/contract/translation/text-replacement";
import { useRef } from "react";
import { useBulkAction } from "../../components/bulk/use-bulk-action.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { contentQueryFilter } from "../../lib/queries/queries.ts";
import { translationQueryFilter } from "../../lib/queries/translations.ts";

export const TEXT_MATCHES_KEY = "text-matches";

/** Identifies a text of one item, for the selection. */
export const placeKey = ({ variant, language, key }: TextPlace): string => JSON.stringify([variant, language, key]);

interface Replacement {
  readonly search: TextSearch;
  readonly by: string;
  readonly selects: (content_id: string, place: TextPlace) => boolean;
}

/** A changed draft, and what it was before. */
interface Changed {
  readonly before: Edition;
  readonly revision: number;
}

/**
 * Changes each draft at the revision that was searched. Drafts that changed since are reported and stay as they are.
 * Undo restores the drafts, unless they changed again.
 */
export function useReplace() {
  const { api, client } = useAppContext();
  const app = useApp();
  const changed = useRef(new Map<string, Changed>());
  const { under_way, run } = useBulkAction<ContentTextMatches>({
    nameOf: ({ name }) => name,
    refusedWords: (n) => tCount(n, "Couldn’t update {n} item", "Couldn’t update {n} items"),
    undoneWords: (n) => tCount(n, "Changes to {n} item undone", "Changes to {n} items undone"),
    onEnd() {
      void client.invalidateQueries({ queryKey: [TEXT_MATCHES_KEY] });
      void client.invalidateQueries(contentQueryFilter(app.id));
      void client.invalidateQueries(translationQueryFilter);
    },
  });
  const save = (id: string, draft: Edition, revision: number) => {
    // Cast: the server's draft is valid input, which only the type can't tell.
    const body = { draft } as UpdateContentRequest;
    return api.call("PATCH /api/contents/:id", {
      ...{ params: { id }, query: { app_id: app.id }, body, revision },
      lenient: true,
    });
  };
  const replace = (items: readonly ContentTextMatches[], { search, by, selects }: Replacement): void =>
    run(
      {
        name: "replace",
        async act({ id, revision }) {
          const { draft } = await api.call("GET /api/contents/:id", { params: { id }, query: { app_id: app.id } });
          const saved = await save(
            id,
            replaceTexts(draft, search, by, (place) => selects(id, place)),
            revision,
          );
          changed.current.set(id, { before: draft, revision: saved.revision });
        },
        async undo({ id }) {
          const change = changed.current.get(id);
          if (change !== undefined) await save(id, change.before, change.revision);
        },
        doneText: (n) => tCount(n, "Texts replaced in {n} item", "Texts replaced in {n} items"),
        doneTextOf: ({ name }) => t("Texts replaced in “{name}”", { name }),
      },
      items,
    );
  return { replace, under_way };
}
