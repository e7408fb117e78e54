import { systemClock } from "@fanfare/contract/lib/clock";
import { DAY_MS, limits, MINUTE_MS } from "@fanfare/contract/limits";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { formatExact } from "../../../lib/i18n/format.ts";
import { t } from "../../../lib/i18n/t.ts";
import { contentQueryFilter, queries } from "../../../lib/queries/queries.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { Dialog, type DialogState } from "../../../ui/overlay/dialog.tsx";
import { useEditor } from "../state/editor-context.ts";
import { useFocusFirstIssue } from "../state/focus-first-issue.ts";
import { StatusBanner } from "./status-banner.tsx";

/** Chooses when the draft as it is now is published. */
export function SchedulePublishing({ open, onOpenChange }: DialogState) {
  const { store } = useEditor();
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const walk = useFocusFirstIssue();
  const [time, setTime] = useState("");
  const at_ms = Date.parse(time);
  const now_ms = systemClock.now();
  const is_possible = at_ms > now_ms && at_ms <= now_ms + limits.scheduled_publish_days_max * DAY_MS;
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const saved = await store.flush();
      if (store.state().problems.size > 0) return "incomplete";
      if (!saved) throw new Error("The draft isn't saved.");
      const { id, revision } = store.state().server;
      const body = { publish_at: new Date(at_ms).toISOString() };
      return api.call("POST /api/contents/:id/schedule", { params: { id }, query: { app_id: app.id }, body, revision });
    },
    onSuccess(answer) {
      onOpenChange(false);
      if (answer === "incomplete") return walk();
      client.setQueryData(queries.content(api, app.id, answer.id).queryKey, answer);
      store.receive(answer);
      toast.done({ title: t("Publishing scheduled") });
    },
    onError: (error) => toast.problem(asProblem(error), t("Couldn’t schedule publishing")),
    onSettled: () => void client.invalidateQueries(contentQueryFilter(app.id)),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Schedule publishing")}
      description={t("Publishes the draft as it is now in {app}. Later changes aren’t included.", { app: app.name })}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
          <Button variant="primary" busy={isPending} disabled={!is_possible} onClick={() => mutate()}>
            {t("Schedule")}
          </Button>
        </>
      }
    >
      <Field
        label={t("Publish at")}
        hint={t("Time zone: {zone}", { zone: zoneName() })}
        error={time === "" || is_possible ? undefined : t("Choose a time in the future, within a year.")}
        className="w-64 max-w-full"
      >
        <Input
          type="datetime-local"
          dir="ltr"
          min={localTime(now_ms + MINUTE_MS)}
          value={time}
          onChange={(event) => setTime(event.target.value)}
        />
      </Field>
    </Dialog>
  );
}

const zoneName = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** An instant for `datetime-local`, in the browser's time zone. */
function localTime(at_ms: number): string {
  return new Date(at_ms - new Date(at_ms).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

/** When a version is published, and how to cancel that. */
export function ScheduledBanner() {
  const { state, store, may_publish } = useEditor();
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const { id, publishes_at, publishes_version } = state.server;
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call("DELETE /api/contents/:id/schedule", { params: { id }, query: { app_id: app.id } }),
    onSuccess(answer) {
      client.setQueryData(queries.content(api, app.id, answer.id).queryKey, answer);
      store.receive(answer);
      toast.done({ title: t("Scheduled publishing canceled") });
    },
    onError: (error) => toast.problem(asProblem(error), t("Couldn’t cancel scheduled publishing")),
    onSettled: () => void client.invalidateQueries(contentQueryFilter(app.id)),
  });
  if (publishes_at === null || publishes_version === null) return null;
  return (
    <StatusBanner
      tone="accent"
      title={t("Publishing scheduled")}
      text={t("Version {n} is published in {app} at {when}.", {
        ...{ n: publishes_version, app: app.name, when: formatExact(Date.parse(publishes_at)) },
      })}
    >
      {may_publish && (
        <Button size="sm" busy={isPending} onClick={() => mutate()}>
          {t("Cancel publishing")}
        </Button>
      )}
    </StatusBanner>
  );
}
