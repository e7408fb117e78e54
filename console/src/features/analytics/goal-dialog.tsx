import { CELEBRATION_PRESETS } from "@fanfare/contract/content/celebration-preset";
import { limits } from "@fanfare/contract/limits";
import { createGoalRequestSchema, type Goal } from "@fanfare/contract/schema/analytics/goal";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { asIs, t, tCount, tKnown } from "../../lib/i18n/t.ts";
import { celebrationQueries } from "../../lib/queries/celebrations.ts";
import { toast } from "../../lib/toast.ts";
import { PRESET_LABELS } from "../../model/preset-labels.ts";
import { Button } from "../../ui/elements/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { DialogFooter } from "../../ui/overlay/dialog-footer.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import { GoalConflict } from "./goal-conflict.tsx";
import { type GoalForm, NEW_GOAL } from "./goal-form.ts";

const CELEBRATIONS = [
  { value: "none", label: t("No celebration") },
  ...CELEBRATION_PRESETS.map((value) => ({ value, label: PRESET_LABELS[value].label })),
] as const;
const ATTRIBUTIONS = [
  { value: "last", label: t("Last content") },
  { value: "first", label: t("First content") },
] as const;

interface GoalDialogProps {
  /** The one to change; a new one where absent. */
  readonly goal?: Goal;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** A goal: the event that reaches it, for how long a content counts, and whether it is celebrated. */
export function GoalDialog({ goal, open, onOpenChange }: GoalDialogProps) {
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={goal === undefined ? t("New goal") : t("Edit goal")}
      description={t("A goal is an event in your application. Fanfare counts it once per person.")}
    >
      <GoalDialogForm goal={goal} onDone={() => onOpenChange(false)} />
    </FormDialog>
  );
}

/** Mounted with the popup: what was typed is gone when it closes. */
function GoalDialogForm({ goal, onDone }: { readonly goal: Goal | undefined; readonly onDone: () => void }) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  /** As it was when the form was opened: another one here would be saved over unseen. */
  const [seen, setSeen] = useState(goal);
  const [wish, setWish] = useState<GoalForm>(goal ?? NEW_GOAL);
  const [theirs, setTheirs] = useState<Goal>();
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const { name, event_name, window_days, attribution, celebration } = wish;
  const change = (part: Partial<GoalForm>): void => setWish({ ...wish, ...part });
  const is_another = seen !== undefined && event_name.trim() !== seen.event_name;
  const goals = celebrationQueries.goals(api, app.id);
  const save = useMutation({
    mutationFn: ({ over, ...wanted }: GoalForm & { readonly over: Goal | undefined }) =>
      over === undefined
        ? api.call("POST /api/goals", { body: { app_id: app.id, ...wanted } })
        : api.call("PATCH /api/goals/:id", {
            params: { id: over.id },
            query: { app_id: app.id },
            body: wanted,
            revision: over.revision,
          }),
    onSuccess: async () => {
      toast.done({ title: goal === undefined ? t("Goal created") : t("Goal saved") });
      await client.invalidateQueries(goals);
      onDone();
    },
    onError: async (error, { over }) => {
      const { code } = asProblem(error);
      await client.invalidateQueries(goals);
      if (code !== "revision_stale" || over === undefined) return;
      const now = await client.fetchQuery({ ...goals, staleTime: 0 });
      setTheirs(now.items.find(({ id }) => id === over.id));
    },
  });
  const send = (wanted: GoalForm, over: Goal | undefined): void => {
    const { success, data, error } = createGoalRequestSchema.safeParse({
      ...{ app_id: app.id, name: wanted.name, event_name: wanted.event_name.trim(), window_days: wanted.window_days },
      ...{ attribution: wanted.attribution, celebration: wanted.celebration },
    });
    setProblems(new Map(error?.issues.map(({ path, message }) => [String(path[0]), tKnown(message)])));
    if (!success) return;
    const { app_id: _, props: __, ...valid } = data;
    save.mutate({ ...valid, over });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send(wish, seen);
  };
  if (theirs !== undefined && seen !== undefined) {
    return (
      <GoalConflict
        base={seen}
        mine={wish}
        theirs={theirs}
        busy={save.isPending}
        onTheirs={() => {
          save.reset();
          setSeen(theirs);
          setWish(theirs);
          setTheirs(undefined);
        }}
        onSave={(wanted) => send(wanted, theirs)}
      />
    );
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <FormProblem problem={save.error === null ? undefined : asProblem(save.error)} />
      <Field label={t("Name")} error={problems.get("name")}>
        <Input
          autoFocus
          value={name}
          maxLength={limits.goal_name_chars_max}
          placeholder={t("First order")}
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <Field
        label={t("Event")}
        hint={t("The event name that your application tracks.")}
        error={problems.get("event_name")}
      >
        <Input
          dir="ltr"
          className="font-mono"
          value={event_name}
          maxLength={limits.event_name_chars_max}
          placeholder={asIs("order_created")}
          onChange={(event) => change({ event_name: event.target.value })}
        />
      </Field>
      {is_another && seen.people > 0 && (
        <Callout tone="caution">
          {tCount(
            seen.people,
            "Changing the event starts a new goal. The completion of 1 person is deleted.",
            "Changing the event starts a new goal. The completions of {n} people are deleted.",
          )}
        </Callout>
      )}
      {seen !== undefined && name.trim() !== seen.name && (
        <Callout>{t("Content that starts on this goal refers to it by name. Update the name there, too.")}</Callout>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("Attribution window")} error={problems.get("window_days")}>
          <NumberInput
            value={window_days}
            unit={t("days")}
            min={1}
            max={limits.goal_window_days_max}
            onChange={(days) => change({ window_days: days })}
          />
        </Field>
        <Field label={t("Celebration")}>
          <Select
            value={celebration ?? "none"}
            options={CELEBRATIONS}
            onChange={(preset) => change({ celebration: preset === "none" ? null : preset })}
          />
        </Field>
      </div>
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-medium" aria-hidden="true">
          {t("Attribution")}
        </span>
        <Segmented
          label={t("Attribution")}
          value={attribution}
          options={ATTRIBUTIONS}
          onChange={(which) => change({ attribution: which })}
          className="self-start"
        />
      </div>
      <DialogFooter>
        <Button onClick={onDone}>{t("Cancel")}</Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {goal === undefined ? t("Create goal") : t("Save")}
        </Button>
      </DialogFooter>
    </form>
  );
}
