import type { Edition } from "@fanfare/contract/content/content";
import { type Cause, isCause } from "@fanfare/contract/wording/cause";
import { PUBLISH_WARNING_TEXTS } from "@fanfare/contract/wording/publish-warnings";
import type { QueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Api } from "../../lib/api/api.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { tCause } from "../../lib/i18n/cause.ts";
import { t } from "../../lib/i18n/t.ts";
import { queries } from "../../lib/queries/queries.ts";
import { builtPage } from "../../lib/recent/built-pages.ts";
import { pointsAtElements, startsOnEveryPage } from "../../model/publish/start-pages.ts";
import { runBatch } from "../bulk/run-batch.ts";
import { type ContentWarnings, type ShownWarning, type WarningsAnswer, WarningsDialog } from "./warnings-dialog.tsx";

interface PublishCandidate {
  readonly id: string;
  readonly name: string;
  /** An older version, which the editor can't change. Otherwise the saved draft. */
  readonly version_id?: string;
}

interface Question {
  readonly contents: readonly ContentWarnings[];
  /** How many are to be published, those without warnings among them. */
  readonly all: number;
  readonly answer: (answer: WarningsAnswer) => void;
}

interface PublishWarnings {
  /** Returns the items to publish: all if there are no warnings, otherwise the author's selection. */
  readonly confirmPublish: <Item extends PublishCandidate>(items: readonly Item[]) => Promise<readonly Item[]>;
  /** While drafts load or the dialog awaits a decision. */
  readonly is_confirming: boolean;
  /** Render anywhere on the page. */
  readonly dialog: ReactNode;
}

/**
 * Asks for confirmation if content has publish warnings. Skips drafts whose warnings it can't load: the server validates
 * on publish.
 */
export function usePublishWarnings(): PublishWarnings {
  const { api, client } = useAppContext();
  const app = useApp();
  const [is_confirming, setConfirming] = useState(false);
  const [open, setOpen] = useState(false);
  const [question, setQuestion] = useState<Question>();

  const answerTo = (contents: readonly ContentWarnings[], all: number): Promise<WarningsAnswer> =>
    new Promise((resolve) => {
      const answer = (given: WarningsAnswer): void => {
        setOpen(false);
        resolve(given);
      };
      setQuestion({ contents, all, answer });
      setOpen(true);
    });
  const confirmPublish = async <Item extends PublishCandidate>(items: readonly Item[]): Promise<readonly Item[]> => {
    setConfirming(true);
    try {
      const found = new Map<Item, ContentWarnings>();
      await runBatch(items, async (item) => {
        const { id, name, version_id } = item;
        const query = { app_id: app.id, ...(version_id === undefined ? {} : { version_id }) };
        const { items: found_by_server } = await api.call("GET /api/contents/:id/warnings", { params: { id }, query });
        const warnings = found_by_server.map(
          ({ cause, ...place }): ShownWarning => ({
            ...{ ...place, language: languageIn(cause) },
            text: tCause(PUBLISH_WARNING_TEXTS, cause),
          }),
        );
        if (version_id === undefined) warnings.push(...(await draftWarnings(api, client, app.id, id)));
        if (warnings.length === 0) return;
        found.set(item, { id, name, warnings, editable: version_id === undefined });
      });
      if (found.size === 0) return items;
      // Requests finish in any order. Restore the list's order.
      const contents = items.flatMap((item) => found.get(item) ?? []);
      const answer = await answerTo(contents, items.length);
      return answer === "all" ? items : answer === "none" ? [] : items.filter((item) => !found.has(item));
    } finally {
      setConfirming(false);
    }
  };
  return { confirmPublish, is_confirming, dialog: question && <WarningsDialog open={open} {...question} /> };
}

/** The console's own warnings about a draft. */
async function draftWarnings(
  api: Api,
  client: QueryClient,
  app_id: string,
  id: string,
): Promise<readonly ShownWarning[]> {
  const { draft } = await client.fetchQuery({ ...queries.content(api, app_id, id), staleTime: 0 });
  return startWarnings(draft, builtPage(app_id, id));
}

/** Warns about a tour that can start where its elements are missing. Only the console knows where it was built. */
function startWarnings(draft: Edition, page: string | undefined): readonly ShownWarning[] {
  if (page === undefined || !startsOnEveryPage(draft, page) || !pointsAtElements(draft)) return [];
  const text = t("The tour starts on every page, but you opened the builder only on {page}.", { page });
  return [{ text, tab: "audience", part_id: null, variant: null }];
}

/** The language of the translations that a warning is about. */
function languageIn({ values: { language, warning } }: Cause): string | undefined {
  if (typeof language === "string") return language;
  return isCause(warning) ? languageIn(warning) : undefined;
}
