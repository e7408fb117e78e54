import type { AppSettings } from "@fanfare/contract/realtime/app-settings";
import type { AppDetail } from "@fanfare/contract/schema/responses/accounts/app-settings";
import type { QueryClient } from "@tanstack/react-query";
import type { CallOptions } from "../../lib/api/api.ts";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { useOptimisticUpdate } from "../../lib/optimistic-update.ts";
import { ME } from "../../lib/queries/frame.ts";
import { queries } from "../../lib/queries/queries.ts";
import { appQueryFilter, settingsQueries } from "../../lib/queries/settings.ts";
import { toast } from "../../lib/toast.ts";

type AppEdit = NonNullable<CallOptions<"PATCH /api/apps/:id">["body"]>;

/** Edits of one app that this tab has sent. */
interface SentEdits {
  /** Newest known revision. */
  revision: number;
  last: Promise<unknown>;
}
const sent_edits = new WeakMap<QueryClient, Map<string, SentEdits>>();

/**
 * Sends edits of the loaded app one after the other, each with the revision that the previous one made: a form saved
 * right after a switch was turned must not conflict with it.
 */
function useSendEdit(detail: AppDetail): (edit: AppEdit) => Promise<AppDetail> {
  const { api, client } = useAppContext();
  const { id } = detail;
  const of_client = sent_edits.get(client) ?? new Map<string, SentEdits>();
  sent_edits.set(client, of_client);
  const sent = of_client.get(id) ?? { revision: detail.revision, last: Promise.resolve() };
  of_client.set(id, sent);
  sent.revision = Math.max(sent.revision, detail.revision);
  return (edit) => {
    const next = sent.last.then(async () => {
      const { revision } = sent;
      const changed = await api.call("PATCH /api/apps/:id", { params: { id }, body: edit, revision });
      sent.revision = Math.max(sent.revision, changed.revision);
      return changed;
    });
    sent.last = next.catch(() => undefined);
    return next;
  };
}

/**
 * Edits the loaded app. If another member saved first, reloads the app, and the edit must be repeated. Field errors are
 * for the form; other errors are toasts.
 */
export function useAppEdit(detail: AppDetail, done: string): (edit: AppEdit) => Promise<void> {
  const { api, client } = useAppContext();
  const send = useSendEdit(detail);
  return async (edit) => {
    try {
      const next = await send(edit);
      client.setQueryData(settingsQueries.app(api, detail.id).queryKey, next);
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
  const send = useSendEdit(detail);
  const { id } = detail;
  return (name) =>
    atOnce({
      ...{ shown: queries.me(api), stale: ME },
      change: (me) => ({ ...me, apps: me.apps.map((app) => (app.id === id ? { ...app, name } : app)) }),
      async act() {
        try {
          const next = await send({ name });
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

/** Changes an app's switches optimistically. */
export function useAppSwitches(detail: AppDetail): (edit: SwitchEdit) => void {
  const { api } = useAppContext();
  const atOnce = useOptimisticUpdate();
  const send = useSendEdit(detail);
  const { id } = detail;
  return (edit) =>
    void atOnce({
      ...{ shown: settingsQueries.app(api, id), stale: appQueryFilter(id) },
      change: (app) => ({ ...app, ...edit, settings: { ...app.settings, ...edit.settings } }),
      act: () => send(edit),
      done: { title: t("Saved") },
    });
}
