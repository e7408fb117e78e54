import { CELEBRATION_PRESETS } from "@fanfare/contract/celebration";
import { limits } from "@fanfare/contract/limits";
import { createGoalRequestSchema, type Goal } from "@fanfare/contract/schema/goal";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { PRESET_WORDS } from "../celebrations/preset-words.ts";
import { celebrationQueries } from "../celebrations/queries.ts";
import { useApp, useDoors } from "../doors.ts";
import { asIs, t, tCount, tKnown } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { Input } from "../ui/input.tsx";
import { NumberInput } from "../ui/number-input.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Select } from "../ui/select.tsx";
import { toast } from "../ui/toast.tsx";
import { GoalConflict } from "./goal-conflict.tsx";
import { type GoalWish, NEW_GOAL } from "./goal-wish.ts";

const CELEBRATIONS = [
  { value: "none", label: t("No celebration") },
  ...CELEBRATION_PRESETS.map((value) => ({ value, label: PRESET_WORDS[value].label })),
] as const;
const ATTRIBUTIONS = [
  { value: "last", label: t("The last") },
  { value: "first", label: t("The first") },
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
      title={goal === undefined ? t("New goal") : t("Change the goal")}
      description={t("An event of your application that is worth reaching. It counts once for each person.")}
    >
      <GoalForm goal={goal} onDone={() => onOpenChange(false)} />
    </FormDialog>
  );
}

/** Mounted with the popup: what was typed is gone when it closes. */
function GoalForm({ goal, onDone }: { readonly goal: Goal | undefined; readonly onDone: () => void }) {
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  /** As it was when the form was opened: another one here would be saved over unseen. */
  const [seen, setSeen] = useState(goal);
  const [wish, setWish] = useState<GoalWish>(goal ?? NEW_GOAL);
  const [theirs, setTheirs] = useState<Goal>();
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const { name, event_name, window_days, attribution, celebration } = wish;
  const change = (part: Partial<GoalWish>): void => setWish({ ...wish, ...part });
  const is_another = seen !== undefined && event_name.trim() !== seen.event_name;
  const goals = celebrationQueries.goals(api, app.id);
  const save = useMutation({
    mutationFn: ({ over, ...wanted }: GoalWish & { readonly over: Goal | undefined }) =>
      over === undefined ? api.createGoal({ app_id: app.id, ...wanted }) : api.updateGoal(app.id, over, wanted),
    onSuccess: async () => {
      toast.done({ title: goal === undefined ? t("Goal made") : t("Goal changed") });
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
  const send = (wanted: GoalWish, over: Goal | undefined): void => {
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
      <Field label={t("Event")} hint={t("As your application tracks it.")} error={problems.get("event_name")}>
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
            "Another event makes it another goal: that 1 person reached it is forgotten.",
            "Another event makes it another goal: that {n} people reached it is forgotten.",
          )}
        </Callout>
      )}
      {seen !== undefined && name.trim() !== seen.name && (
        <Callout>
          {t("Contents that start when this goal is reached know it by its name: change it there, too.")}
        </Callout>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("Counts for a content of")} error={problems.get("window_days")}>
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
          {t("Of several contents")}
        </span>
        <Segmented
          label={t("Of several contents")}
          value={attribution}
          options={ATTRIBUTIONS}
          onChange={(which) => change({ attribution: which })}
          className="self-start"
        />
      </div>
      <DialogFoot>
        <Button onClick={onDone}>{t("Cancel")}</Button>
        <Button type="submit" look="primary" busy={save.isPending}>
          {goal === undefined ? t("Create goal") : t("Save")}
        </Button>
      </DialogFoot>
    </form>
  );
}
