import type { AppSettings } from "@fanfare/contract/realtime/app-settings";
import type { UpdateAppRequest } from "@fanfare/contract/schema/accounts/app-settings";
import type { AppDetail } from "@fanfare/contract/schema/responses/accounts/app-settings";
import { useRef } from "react";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { useOptimisticUpdate } from "../../lib/optimistic-update.ts";
import { queries } from "../../lib/queries/queries.ts";
import { appQueryFilter, ME, settingsQueries } from "../../lib/queries/settings.ts";
import { toast } from "../../lib/toast.ts";

/**
 * Edits the loaded app. If another member saved first, reloads the app, and the edit must be repeated. Field errors are
 * for the form; other errors are toasts.
 */
export function useAppEdit(detail: AppDetail, done: string): (edit: UpdateAppRequest) => Promise<void> {
  const { api, client } = useAppContext();
  return async (edit) => {
    try {
      const { id, revision } = detail;
      const next = await api.call("PATCH /api/apps/:id", { params: { id }, body: edit, revision });
      client.setQueryData(settingsQueries.app(api, id).queryKey, next);
      toast.done({ title: done });
      await client.invalidateQueries(ME);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.fields.length === 0) toast.problem(problem);
      if (problem.code === "revision_stale") await client.invalidateQueries(appQueryFilter(detail.id));
      throw problem;
    }
  };
}

/** Renames an app optimistically everywhere in the console. */
export function useAppRename(detail: AppDetail): (name: string) => Promise<boolean> {
  const { api, client } = useAppContext();
  const atOnce = useOptimisticUpdate();
  const { id, revision } = detail;
  return (name) =>
    atOnce({
      ...{ shown: queries.me(api), stale: ME },
      change: (me) => ({ ...me, apps: me.apps.map((app) => (app.id === id ? { ...app, name } : app)) }),
      async act() {
        try {
          const next = await api.call("PATCH /api/apps/:id", { params: { id }, body: { name }, revision });
          client.setQueryData(settingsQueries.app(api, id).queryKey, next);
        } catch (error) {
          // On a conflict, the next attempt needs the latest revision.
          void client.invalidateQueries(appQueryFilter(id));
          throw error;
        }
      },
      done: { title: t("Name saved") },
    });
}

interface SwitchEdit {
  readonly require_identity?: boolean;
  readonly settings?: Partial<Pick<AppSettings, SwitchName>>;
}

/** Settings that are on or off, or limited or unlimited, or lists of what is on. */
type SwitchName =
  | ("connections_max" | "page_bridges")
  | { [Name in keyof AppSettings]: AppSettings[Name] extends boolean ? Name : never }[keyof AppSettings];

/** Changes an app's switches optimistically. Requests run in sequence, each with the revision of the previous one. */
export function useAppSwitches(detail: AppDetail): (edit: SwitchEdit) => void {
  const { api } = useAppContext();
  const atOnce = useOptimisticUpdate();
  const newest = useRef({ revision: detail.revision, sent: Promise.resolve() });
  newest.current.revision = Math.max(newest.current.revision, detail.revision);
  const { id } = detail;
  const send = (edit: SwitchEdit): Promise<void> => {
    const { current } = newest;
    const sent = current.sent.then(async () => {
      const { revision } = await api.call("PATCH /api/apps/:id", {
        params: { id },
        body: edit,
        revision: current.revision,
      });
      current.revision = revision;
    });
    current.sent = sent.catch(() => undefined);
    return sent;
  };
  return (edit) =>
    void atOnce({
      ...{ shown: settingsQueries.app(api, id), stale: appQueryFilter(id) },
      change: (app) => ({ ...app, ...edit, settings: { ...app.settings, ...edit.settings } }),
      act: () => send(edit),
      done: { title: t("Saved") },
    });
}
