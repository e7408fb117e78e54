import { systemClock } from "@fanfare/contract/clock";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useState, useSyncExternalStore } from "react";
import { isPressed } from "../chord.ts";
import { useApp, useDoors, useMayEdit, useMe } from "../doors.ts";
import { t } from "../language/t.ts";
import { contentsOf, queries } from "../queries.ts";
import { useTitle } from "../title.ts";
import { toast } from "../ui/toast.tsx";
import { AppearanceTab } from "./appearance-tab.tsx";
import { ArchiveBand } from "./archive.tsx";
import { AudienceTab } from "./audience-tab.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { ContentTab } from "./content-tab.tsx";
import { BuilderContext } from "./context.ts";
import { EDITOR_KEYS } from "./editor-keys.ts";
import { ExperimentTab } from "./experiment-tab.tsx";
import { FrequencyTab } from "./frequency-tab.tsx";
import { BuilderHeader } from "./header.tsx";
import { HistoryTab } from "./history-tab.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { PausedBand } from "./pausing.tsx";
import { SaveTrouble } from "./save-trouble.tsx";
import { SettingsTab } from "./settings-tab.tsx";
import { createBuilderStore } from "./store.ts";
import { TranslationsTab } from "./translations-tab.tsx";
import { VariantScope, VariantStrip } from "./variant-scope.tsx";

const route = getRouteApi("/$app/content/$id");

/** The editor of one content. Another one, or the same in another app, is another editor. */
export function Builder() {
  const { app, id } = route.useParams();
  return <Editor key={`${app} ${id}`} id={id} />;
}

function Editor({ id }: { readonly id: string }) {
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  const { tab = "content" } = route.useSearch();
  const query = queries.content(api, app.id, id);
  const { data } = useSuspenseQuery(query);

  const [store] = useState(() =>
    createBuilderStore(data, {
      clock: systemClock,
      async update(revision, change) {
        const saved = await api.updateContent({ id, app_id: app.id, revision }, change, true);
        await client.cancelQueries({ queryKey: query.queryKey });
        client.setQueryData(query.queryKey, saved);
        void client.invalidateQueries({ ...contentsOf(app.id), refetchType: "none" });
        return saved;
      },
      read: () => client.fetchQuery({ ...query, staleTime: 0 }),
    }),
  );
  const state = useSyncExternalStore(store.subscribe, store.state);
  const me = useMe().member.name;
  useEffect(() => {
    const by = data.updated_by;
    if (store.receive(data) && by !== me)
      toast.note({ title: t("{who} edited this just now", { who: by ?? t("Somebody") }) });
  }, [store, data, me]);
  useEffect(() => () => store.stop(), [store]);
  useSaveKey(() => void store.flush());
  useTitle(state.draft.name, t("Content"));

  const read_only = !useMayEdit();
  return (
    <BuilderContext value={{ store, state, dispatch: read_only ? ignore : store.dispatch, read_only }}>
      <BuilderHeader />
      <SaveTrouble />
      <ArchiveBand />
      <PausedBand />
      {(tab === "content" || tab === "translations") && (
        <>
          <VariantStrip />
          <VariantScope>{tab === "content" ? <ContentTab /> : <TranslationsTab />}</VariantScope>
        </>
      )}
      {tab === "audience" && <AudienceTab />}
      {tab === "frequency" && <FrequencyTab />}
      {tab === "appearance" && <AppearanceTab />}
      {tab === "experiment" && <ExperimentTab />}
      {tab === "settings" && <SettingsTab />}
      {tab === "history" && <HistoryTab />}
      <ConflictDialog />
      <LeaveGuard />
    </BuilderContext>
  );
}

const ignore = (): void => undefined;

/** The key that saves everywhere else saves here too, although it is saved anyway. */
function useSaveKey(save: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isPressed(EDITOR_KEYS.save.chord, event)) return;
      event.preventDefault();
      save();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [save]);
}
