import { systemClock } from "@fanfare/contract/lib/clock";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, useBlocker } from "@tanstack/react-router";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useApp, useAppContext, useCan, useMe } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { contentQueryFilter, queries } from "../../lib/queries/queries.ts";
import { rememberContent } from "../../lib/recent/recent-content.ts";
import { isPressed } from "../../lib/shortcuts/chord.ts";
import { EDITOR_SHORTCUTS } from "../../lib/shortcuts/editor-shortcuts.ts";
import { toast } from "../../lib/toast.ts";
import { useTitle } from "../../lib/use-title.ts";
import { createEditorStore, type EditorStore } from "../../model/draft/editor-store.ts";
import { LeaveDialog } from "../../ui/overlay/leave-dialog.tsx";
import { ExperimentTab } from "./experiment/experiment-tab.tsx";
import { VariantBanner, VariantSwitch } from "./experiment/variant-switch.tsx";
import { EditorHeader } from "./header.tsx";
import { HistoryTab } from "./history/history-tab.tsx";
import { ArchivedBanner } from "./publish/archive.tsx";
import { PausedBanner } from "./publish/pause.tsx";
import { ReviewBanner } from "./publish/review.tsx";
import { ScheduledBanner } from "./publish/schedule-publishing.tsx";
import { ConflictDialog } from "./save/conflict-dialog.tsx";
import { SaveError } from "./save/save-error.tsx";
import { AppearanceTab } from "./settings/appearance-tab.tsx";
import { SettingsTab } from "./settings/settings-tab.tsx";
import { EditorContext, useEditor } from "./state/editor-context.ts";
import { useFocusNewTitle } from "./state/focus-new-title.ts";
import { useRevealedParts } from "./state/revealed-parts.ts";
import { redoChange, undoChange } from "./state/undo.ts";
import { ContentTab } from "./steps/content-tab.tsx";
import { AudienceTab } from "./targeting/audience-tab.tsx";
import { FrequencyTab } from "./targeting/frequency-tab.tsx";
import { TranslationsTab } from "./translations/translations-tab.tsx";

/** Leaving saves pending changes. The dialog appears only for changes that can't be saved. */
function EditorLeaveGuard() {
  const { store, state } = useEditor();
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await store.flush()),
    enableBeforeUnload: () => store.state().save.kind !== "saved",
    withResolver: true,
  });
  const count = state.save.kind === "held" ? state.save.fields.length : 0;
  return (
    <LeaveDialog
      open={blocker.status === "blocked"}
      lost={
        count > 0
          ? tCount(
              count,
              "Your latest changes have an issue and weren’t saved. If you leave now, you’ll lose them.",
              "Your latest changes have {n} issues and weren’t saved. If you leave now, you’ll lose them.",
            )
          : t("Your latest changes weren’t saved. If you leave now, you’ll lose them.")
      }
      onStay={blocker.reset}
      onLeave={blocker.proceed}
    />
  );
}

const route = getRouteApi("/$app/content/$id");

/** Editor of one content item. Remounts when the content or app changes. */
export function EditorPage() {
  const { app, id } = route.useParams();
  return <Editor key={`${app} ${id}`} id={id} />;
}

function Editor({ id }: { readonly id: string }) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const { tab = "content", step } = route.useSearch();
  const query = queries.content(api, app.id, id);
  const { data } = useSuspenseQuery(query);

  const [store] = useState(() =>
    createEditorStore(data, {
      clock: systemClock,
      async update(revision, change) {
        const saved = await api.call("PATCH /api/contents/:id", {
          params: { id },
          query: { app_id: app.id },
          body: change,
          revision,
          lenient: true,
        });
        await client.cancelQueries({ queryKey: query.queryKey });
        client.setQueryData(query.queryKey, saved);
        void client.invalidateQueries({ ...contentQueryFilter(app.id), refetchType: "none" });
        return saved;
      },
      read: () => client.fetchQuery({ ...query, staleTime: 0 }),
    }),
  );
  const state = useSyncExternalStore(store.subscribe, store.state);
  const revealed = useRevealedParts(state, step);
  const { member } = useMe();
  const me = member.name;
  useEffect(() => {
    const by = data.updated_by;
    if (store.receive(data) && by !== me)
      toast.note({ title: t("{who} edited this content", { who: by ?? t("Someone") }) });
  }, [store, data, me]);
  useEffect(() => () => store.stop(), [store]);
  const { name, type } = data;
  useEffect(
    () => rememberContent({ app_id: app.id, member_id: member.id }, { id, name, type }),
    [app.id, member.id, id, name, type],
  );
  const read_only = !useCan("content.write");
  const may_publish = useCan("content.publish");
  useEditorKeys(store, read_only);
  useFocusNewTitle(state, read_only);
  useTitle(state.draft.name, t("Content"));

  return (
    <EditorContext
      value={{ store, state, dispatch: read_only ? ignoreError : store.dispatch, read_only, may_publish, revealed }}
    >
      <EditorHeader />
      <SaveError />
      <ArchivedBanner />
      <PausedBanner />
      <ReviewBanner />
      <ScheduledBanner />
      {(tab === "content" || tab === "translations") && (
        <>
          <VariantBanner />
          <VariantSwitch>{tab === "content" ? <ContentTab /> : <TranslationsTab />}</VariantSwitch>
        </>
      )}
      {tab === "audience" && <AudienceTab />}
      {tab === "frequency" && <FrequencyTab />}
      {tab === "appearance" && <AppearanceTab />}
      {tab === "experiment" && <ExperimentTab />}
      {tab === "settings" && <SettingsTab />}
      {tab === "history" && <HistoryTab />}
      <ConflictDialog />
      <EditorLeaveGuard />
    </EditorContext>
  );
}

const ignoreError = (): void => undefined;

/** What has an undo of its own, or covers the editor. */
const OWN_UNDO = "input,textarea,[contenteditable],[role=dialog],[role=alertdialog]";

/**
 * Undo and redo of the draft, except in text fields, which have the browser's own. Drafts save automatically, but the save
 * key works, too.
 */
function useEditorKeys(store: EditorStore, read_only: boolean): void {
  useEffect(() => {
    const { save, undo, redo } = EDITOR_SHORTCUTS;
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target } = event;
      const elsewhere = target instanceof Element && target.closest(OWN_UNDO) !== null;
      const edits = !read_only && !elsewhere;
      const act = isPressed(save.chord, event)
        ? () => void store.flush()
        : edits && isPressed(undo.chord, event)
          ? () => undoChange(store)
          : edits && isPressed(redo.chord, event)
            ? () => redoChange(store)
            : undefined;
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [store, read_only]);
}
