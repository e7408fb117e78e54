import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";
import { Archive, ArchiveRestore, EyeOff, Pause, Play, Send } from "lucide-react";
import type { ReactNode } from "react";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { contentQueryFilter } from "../../lib/queries/queries.ts";
import { isPublishable, isPublished } from "../../model/publish/pause-state.ts";
import { type BulkAction, type BulkProgress, useBulkAction } from "../bulk/use-bulk-action.ts";
import { useConfirmHiding } from "../publish/use-confirm-hiding.tsx";
import { usePublishWarnings } from "../publish/use-publish-warnings.tsx";

export interface ContentAction extends BulkAction<ContentSummary> {
  readonly name: "publish" | "pause" | "resume" | "unpublish" | "archive" | "restore";
  readonly icon: ReactNode;
  readonly label: string;
  /** Label for part of the selection. */
  readonly labelOfSome: (n: number) => string;
  /** Label for the item with this name. */
  readonly labelOf: (name: string) => string;
  /** Whether the action applies to the content's current state. */
  readonly fits: (content: ContentSummary) => boolean;
}

interface ContentActions {
  readonly actions: readonly ContentAction[];
  readonly run: (action: ContentAction, contents: readonly ContentSummary[]) => void;
  readonly under_way: BulkProgress | undefined;
  /** Name of the action with the busy button. */
  readonly busy: string | undefined;
  /** Shows warnings before publishing or hiding content. */
  readonly dialog: ReactNode;
}

type OptimisticChange = NonNullable<BulkAction<ContentSummary>["at_once"]>;

/** Changes of the list on screen before the server responds. */
export interface OptimisticContentList {
  readonly leaving: OptimisticChange;
  readonly holding: (paused: boolean) => OptimisticChange;
}

export function useContentActions(list?: OptimisticContentList, onEnd: () => void = () => undefined): ContentActions {
  const { client } = useAppContext();
  const app = useApp();
  const all = useActions(list);
  const actions = useCan("content.publish") ? all : [];
  const { confirmPublish, is_confirming, dialog } = usePublishWarnings();
  const { under_way, run } = useBulkAction<ContentSummary>({
    nameOf: ({ name }) => name,
    refusedWords: (n) => tCount(n, "Couldn’t update {n} item", "Couldn’t update {n} items"),
    undoneWords: (n) => tCount(n, "Changes to {n} item undone", "Changes to {n} items undone"),
    onEnd: () => {
      onEnd();
      void client.invalidateQueries(contentQueryFilter(app.id));
    },
  });
  const { confirmHiding, dialog: hiding_dialog } = useConfirmHiding();
  const confirmed = async ({ name }: ContentAction, contents: readonly ContentSummary[]) => {
    switch (name) {
      case "publish":
        return confirmPublish(contents);
      case "archive":
      case "unpublish":
      case "pause":
        return (await confirmHiding(name, contents)) ? contents : [];
      case "resume":
      case "restore":
        return contents;
    }
  };
  const begin = async (action: ContentAction, contents: readonly ContentSummary[]): Promise<void> => {
    const items = await confirmed(action, contents);
    if (items.length > 0) run(action, items);
  };
  const dialogs = (
    <>
      {dialog}
      {hiding_dialog}
    </>
  );
  return {
    ...{ actions, under_way, dialog: dialogs, run: (action, contents) => void begin(action, contents) },
    busy: is_confirming ? "publish" : under_way?.name,
  };
}

function useActions(list: OptimisticContentList | undefined): readonly ContentAction[] {
  const { api } = useAppContext();
  const app = useApp();
  const change =
    (verb: "archive" | "restore" | "pause" | "resume" | "unpublish") =>
    ({ id }: ContentSummary) =>
      api.call(`POST /api/contents/:id/${verb}`, { params: { id }, query: { app_id: app.id } });
  return [
    {
      ...{ name: "publish", icon: <Send />, label: t("Publish") },
      labelOfSome: (n) => t("Publish {n}", { n }),
      labelOf: (name) => t("Publish “{name}”", { name }),
      ...{
        fits: isPublishable,
        act: (content) =>
          api.call("POST /api/contents/:id/publish", {
            params: { id: content.id },
            query: { app_id: app.id },
            revision: content.revision,
          }),
      },
      doneText: (n) => tCount(n, "{n} item published in {app}", "{n} items published in {app}", { app: app.name }),
      doneTextOf: ({ name }) => t("{name} published in {app}", { name, app: app.name }),
    },
    {
      ...{ name: "pause", icon: <Pause />, label: t("Pause") },
      labelOfSome: (n) => t("Pause {n}", { n }),
      labelOf: (name) => t("Pause “{name}”", { name }),
      ...{ fits: isPublished, act: change("pause"), undo: change("resume"), at_once: list?.holding(true) },
      doneText: (n) => tCount(n, "{n} item paused", "{n} items paused"),
      doneTextOf: ({ name }) => t("{name} paused", { name }),
    },
    {
      ...{ name: "resume", icon: <Play />, label: t("Resume") },
      labelOfSome: (n) => t("Resume {n}", { n }),
      labelOf: (name) => t("Resume “{name}”", { name }),
      fits: ({ status }) => status === "paused",
      ...{ act: change("resume"), undo: change("pause"), at_once: list?.holding(false) },
      doneText: (n) => tCount(n, "{n} item resumed", "{n} items resumed"),
      doneTextOf: ({ name }) => t("{name} resumed", { name }),
    },
    {
      ...{ name: "unpublish", icon: <EyeOff />, label: t("Unpublish") },
      labelOfSome: (n) => t("Unpublish {n}", { n }),
      labelOf: (name) => t("Unpublish “{name}”", { name }),
      fits: ({ status }) => status !== "draft" && status !== "archived",
      act: change("unpublish"),
      doneText: (n) => tCount(n, "{n} item unpublished", "{n} items unpublished"),
      doneTextOf: ({ name }) => t("{name} unpublished", { name }),
    },
    {
      ...{ name: "archive", icon: <Archive />, label: t("Archive") },
      labelOfSome: () => t("Archive"),
      labelOf: (name) => t("Archive “{name}”", { name }),
      fits: ({ status }) => status !== "archived",
      ...{ act: change("archive"), undo: change("restore"), at_once: list?.leaving },
      doneText: (n) => tCount(n, "{n} item archived", "{n} items archived"),
      doneTextOf: ({ name }) => t("{name} archived", { name }),
    },
    {
      ...{ name: "restore", icon: <ArchiveRestore />, label: t("Restore") },
      labelOfSome: () => t("Restore"),
      labelOf: (name) => t("Restore “{name}”", { name }),
      fits: ({ status }) => status === "archived",
      ...{ act: change("restore"), undo: change("archive"), at_once: list?.leaving },
      doneText: (n) => tCount(n, "{n} item restored", "{n} items restored"),
      doneTextOf: ({ name }) => t("{name} restored", { name }),
    },
  ];
}
