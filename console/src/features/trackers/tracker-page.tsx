import type { PointedTrackerState } from "@fanfare/contract/schema/responses/accounts/builder";
import type { Tracker } from "@fanfare/contract/schema/responses/analytics/tracker";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Pause, Send, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { Activity } from "../../components/audit/activity.tsx";
import { EditorFrame } from "../../components/resource-editor/editor-frame.tsx";
import { SaveConflict } from "../../components/resource-editor/save-conflict.tsx";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t, tCount } from "../../lib/i18n/t.ts";
import { trackerQueries, trackerQueryFilter } from "../../lib/queries/trackers.ts";
import { toast } from "../../lib/toast.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Button } from "../../ui/elements/button.tsx";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { useZodForm } from "../../ui/forms/use-zod-form.ts";
import { TrackerFields } from "./tracker-fields.tsx";
import {
  describeTrackerChanges,
  NEW_TRACKER,
  type TrackerForm,
  toTrackerForm,
  trackerFormSchema,
} from "./tracker-form.ts";
import { isSilent, TrackerStatus } from "./tracker-labels.tsx";
import { TrackerUsesList } from "./tracker-uses.tsx";
import { useTrackerActions } from "./use-tracker-actions.tsx";

const route = getRouteApi("/$app/trackers/$id");

/** Remounts for another tracker. */
export function TrackerPage() {
  const { id } = route.useParams();
  return id === "new" ? <Editor key="new" saved={undefined} /> : <Saved key={id} id={id} />;
}

function Saved({ id }: { readonly id: string }) {
  const { api } = useAppContext();
  const app = useApp();
  const { data } = useSuspenseQuery(trackerQueries.one(api, app.id, id));
  return <Editor saved={data} />;
}

interface EditorProps {
  /** As stored now. Undefined for a new tracker. */
  readonly saved: Tracker | undefined;
}

function useTrackerForm({ saved }: EditorProps) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  /** The tracker when the form opened. Following later updates would overwrite them silently. */
  const [base, setBase] = useState(saved);
  const [theirs, setTheirs] = useState<Tracker>();
  /** What the submit is for, and whether leaving the page loses nothing. */
  const run = useRef({ publish: false, over: saved, done: false });
  const query = { app_id: app.id };

  const startFrom = (now: Tracker): void => {
    client.setQueryData(trackerQueries.one(api, app.id, now.id).queryKey, now);
    run.current = { publish: false, over: now, done: false };
    setBase(now);
    setTheirs(undefined);
    fields.form.reset(toTrackerForm(now));
  };
  const fields = useZodForm({
    schema: trackerFormSchema,
    defaultValues: saved === undefined ? NEW_TRACKER : toTrackerForm(saved),
    send: async (body) => {
      const { publish, over } = run.current;
      const refresh = async (): Promise<void> => {
        await client.invalidateQueries(trackerQueryFilter(app.id));
        await client.invalidateQueries({ queryKey: ["event-names", app.id] });
      };
      if (over === undefined) {
        const { id } = await api.call("POST /api/trackers", { query, body });
        run.current.done = true;
        await refresh();
        toast.done({ title: t("Tracker created"), description: t("Publish the tracker to start tracking.") });
        await navigate({ to: "/$app/trackers/$id", params: { app: app.id, id }, replace: true });
        return;
      }
      const params = { id: over.id };
      const stored = await api.call("PATCH /api/trackers/:id", { params, query, body, revision: over.revision });
      startFrom(stored);
      if (publish) {
        startFrom(await api.call("POST /api/trackers/:id/publish", { params, query, revision: stored.revision }));
      }
      await refresh();
      const { name } = stored;
      toast.done({ title: publish ? t("{name} published in {app}", { name, app: app.name }) : t("Tracker saved") });
    },
    onRefused: ({ code, detail }, { setError }) => {
      if (code === "name_taken") setError("name", { message: detail });
      if (code === "revision_stale" && base !== undefined) {
        void client.fetchQuery({ ...trackerQueries.one(api, app.id, base.id), staleTime: 0 }).then(setTheirs);
      }
      return code === "name_taken" || code === "revision_stale";
    },
  });
  const submit = (publish: boolean, over = run.current.over): void => {
    run.current = { publish, over, done: false };
    fields.submit();
  };
  /** The page has saved its choice in the draft of a saved tracker. What else was changed here stays. */
  const takeChosen = async ({ kind, target }: PointedTrackerState): Promise<void> => {
    const { form } = fields;
    const { name, urls } = form.getValues();
    const { name: name_changed, urls: urls_changed } = form.formState.dirtyFields;
    if (base !== undefined) {
      const now = await client.fetchQuery({ ...trackerQueries.one(api, app.id, base.id), staleTime: 0 });
      startFrom(now);
      if (name_changed) form.setValue("name", name, { shouldDirty: true });
      if (urls_changed) form.setValue("urls", urls, { shouldDirty: true });
    } else if (target !== null) {
      form.setValue("kind", kind, { shouldDirty: true });
      form.setValue("target", target, { shouldDirty: true });
      form.setValue("anywhere", false, { shouldDirty: true });
      if (form.formState.isSubmitted) void form.trigger();
    }
  };
  return { fields, base, theirs, startFrom, submit, run, takeChosen };
}

function Editor({ saved }: EditorProps) {
  const { fields, base, theirs, startFrom, submit, run, takeChosen } = useTrackerForm({ saved });
  useTitle(saved?.name ?? t("New tracker"), t("Trackers"));
  const is_dirty = fields.form.formState.isDirty;
  return (
    <EditorFrame
      list="/$app/trackers"
      list_label={t("Trackers")}
      title={
        <>
          <bdi>{saved?.name ?? t("New tracker")}</bdi>
          {saved !== undefined && <TrackerStatus of={saved} />}
        </>
      }
      actions={<EditorActions {...{ saved, is_dirty }} busy={fields.busy} onPublish={() => submit(true)} />}
      onSave={() => submit(false)}
      unsaved={() => is_dirty && !run.current.done}
      lost={t("Your changes to this tracker aren’t saved.")}
    >
      <div className="grid flex-1 content-start items-start gap-y-6 px-(--gutter) py-6 xl:grid-cols-[minmax(0,1fr)_22rem] xl:gap-x-10">
        {theirs === undefined || base === undefined ? (
          <TrackerFields fields={fields} saved={base} onChosen={(chosen) => void takeChosen(chosen)} />
        ) : (
          <Conflict
            {...{ base, theirs }}
            mine={fields.form.getValues()}
            busy={fields.busy}
            onTheirs={() => startFrom(theirs)}
            onMine={() => submit(run.current.publish, theirs)}
          />
        )}
        <div className="flex min-w-0 flex-col gap-6 xl:sticky xl:top-6">
          <Callout title={t("What a tracker sends")}>
            {t(
              "The event’s name and the page’s URL without its query. Never what people type, and nothing from password or payment fields. Trackers aren’t retroactive: they count from the moment you publish them.",
            )}
          </Callout>
          {saved !== undefined && (
            <>
              <Numbers tracker={saved} />
              <UsedBySection
                tracker={saved}
                onDeleted={() => {
                  run.current.done = true;
                }}
              />
            </>
          )}
        </div>
      </div>
    </EditorFrame>
  );
}

interface EditorActionsProps extends EditorProps {
  readonly is_dirty: boolean;
  readonly busy: boolean;
  readonly onPublish: () => void;
}

function EditorActions({ saved, is_dirty, busy, onPublish }: EditorActionsProps) {
  const may_edit = useCan("tracker.write");
  const { pause } = useTrackerActions();
  if (saved === undefined) {
    return (
      may_edit && (
        <Button type="submit" variant="primary" busy={busy}>
          {t("Create tracker")}
        </Button>
      )
    );
  }
  const is_current = saved.status === "live" && !saved.edited && !is_dirty;
  return (
    <>
      <Activity of={{ resource_type: "tracker", resource_id: saved.id }} />
      {may_edit && (
        <>
          {saved.status === "live" && (
            <Button icon={<Pause />} onClick={() => pause(saved)}>
              {t("Pause")}
            </Button>
          )}
          <Button type="submit" busy={busy && is_dirty} disabled={!is_dirty}>
            {t("Save draft")}
          </Button>
          <Button variant="primary" icon={<Send />} busy={busy} disabled={is_current} onClick={onPublish}>
            {t("Publish")}
          </Button>
        </>
      )}
    </>
  );
}

interface ConflictProps {
  readonly base: Tracker;
  readonly theirs: Tracker;
  readonly mine: TrackerForm;
  readonly busy: boolean;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
}

function Conflict({ base, theirs, mine, ...actions }: ConflictProps) {
  const before = toTrackerForm(base);
  return (
    <SaveConflict
      title={t("Another member changed this tracker")}
      theirs={describeTrackerChanges(before, toTrackerForm(theirs))}
      mine={describeTrackerChanges(before, mine)}
      {...actions}
    />
  );
}

interface SectionProps {
  readonly tracker: Tracker;
}

function Numbers({ tracker }: SectionProps) {
  const { events, last_seen_at, published_at } = tracker;
  return (
    <section aria-label={t("Events")} className="flex flex-col gap-2">
      <h2 className="text-base font-semibold">{t("Events")}</h2>
      <p className="text-sm text-ink-2">
        {tCount(events, "{n} event in the last 7 days", "{n} events in the last 7 days")}
      </p>
      <p className="text-sm text-ink-2">
        {last_seen_at === null ? (
          t("No events yet")
        ) : (
          <Sentence text="Last event: {when}" parts={{ when: <RelativeTime at={last_seen_at} /> }} />
        )}
      </p>
      {isSilent(tracker) && published_at !== null && (
        <Callout tone="caution">
          <Sentence text="None since publishing, {when}." parts={{ when: <RelativeTime at={published_at} /> }} />{" "}
          {tracker.on.kind === "page"
            ? t("Check that the patterns match the pages.")
            : t("Check on your page that the target matches exactly one element.")}
        </Callout>
      )}
      <p className="text-xs text-ink-3 text-pretty">
        {t("Events with the same name from your code or backend count, too.")}
      </p>
    </section>
  );
}

function UsedBySection({ tracker, onDeleted }: SectionProps & { readonly onDeleted: () => void }) {
  const app = useApp();
  const may_edit = useCan("tracker.write");
  const navigate = useNavigate();
  const { remove, dialog } = useTrackerActions(() => {
    onDeleted();
    void navigate({ to: "/$app/trackers", params: { app: app.id }, replace: true });
  });
  return (
    <section aria-label={t("Used by")} className="flex flex-col items-start gap-3">
      <h2 className="text-base font-semibold">{t("Used by")}</h2>
      <TrackerUsesList tracker={tracker} />
      {may_edit && (
        <Button size="sm" icon={<Trash2 />} onClick={() => remove(tracker)}>
          {t("Delete tracker")}
        </Button>
      )}
      {dialog}
    </section>
  );
}
