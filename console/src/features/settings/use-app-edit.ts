import type { AppSettings } from "@fanfare/contract/realtime/app-settings";
import type { AppDetail, UpdateAppRequest } from "@fanfare/contract/schema/accounts/app-settings";
import { useRef } from "react";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { useOptimisticUpdate } from "../../lib/optimistic-update.ts";
import { queries } from "../../lib/queries/queries.ts";
import { appQueryFilter, ME, settingsQueries } from "../../lib/queries/settings.ts";
import { toast } from "../../lib/toast.ts";

/**
 * Changes the app that was read. Where somebody else was faster, their state is fetched and the change is to be made anew.
 * What is wrong with a field is for the form to show; the rest is a toast.
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

/** Gives the app that was read another name: at once wherever it is called by it. */
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
          // Somebody else may have been faster: the next try is to be made on what they left.
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

/** What of an app is on or off, or bound or not. */
type SwitchName =
  | "connections_max"
  | { [Name in keyof AppSettings]: AppSettings[Name] extends boolean ? Name : never }[keyof AppSettings];

/**
 * Turns switches of the app that was read, each at once on the screen. Several in a row are sent one after the other, each
 * as a change of what the one before made.
 */
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
