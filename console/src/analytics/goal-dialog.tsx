import { CELEBRATION_PRESETS } from "@fanfare/contract/celebration";
import { limits } from "@fanfare/contract/limits";
import { type CreateGoalRequest, createGoalRequestSchema, type Goal } from "@fanfare/contract/schema/goal";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { celebrationQueries } from "../celebrations/queries.ts";
import { PRESET_WORDS } from "../celebrations/words.ts";
import { useApp, useDoors } from "../doors.ts";
import { asIs, t, tCount, tKnown } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { NumberInput } from "../ui/number-input.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Select } from "../ui/select.tsx";
import { toast } from "../ui/toast.tsx";

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
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={goal === undefined ? t("New goal") : t("Change the goal")}
      description={t("An event of your application that is worth reaching. It counts once for each person.")}
    >
      <GoalForm goal={goal} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** Mounted with the popup: what was typed is gone when it closes. */
function GoalForm({ goal, onDone }: { readonly goal: Goal | undefined; readonly onDone: () => void }) {
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  const [name, setName] = useState(goal?.name ?? "");
  const [event_name, setEventName] = useState(goal?.event_name ?? "");
  const [window_days, setWindowDays] = useState(goal?.window_days ?? 7);
  const [attribution, setAttribution] = useState<"first" | "last">(goal?.attribution ?? "last");
  const [celebration, setCelebration] = useState<(typeof CELEBRATIONS)[number]["value"]>(goal?.celebration ?? "none");
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const is_another = goal !== undefined && event_name.trim() !== goal.event_name;
  const save = useMutation({
    mutationFn: ({ app_id, props: _, ...wish }: CreateGoalRequest) =>
      goal === undefined ? api.createGoal({ app_id, ...wish }) : api.updateGoal(app_id, goal, wish),
    onSuccess: async () => {
      toast.done({ title: goal === undefined ? t("Goal made") : t("Goal changed") });
      await client.invalidateQueries(celebrationQueries.goals(api, app.id));
      onDone();
    },
    // The list shows what the other one made of it; the form keeps what was typed.
    onError: () => client.invalidateQueries(celebrationQueries.goals(api, app.id)),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wish = createGoalRequestSchema.safeParse({
      ...{ app_id: app.id, name, event_name: event_name.trim(), window_days, attribution },
      celebration: celebration === "none" ? null : celebration,
    });
    setProblems(new Map(wish.error?.issues.map(({ path, message }) => [String(path[0]), tKnown(message)])));
    if (wish.success) save.mutate(wish.data);
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {save.isError && <Callout tone="problem">{asProblem(save.error).detail}</Callout>}
      <Field label={t("Name")} error={problems.get("name")}>
        <Input
          autoFocus
          value={name}
          maxLength={limits.goal_name_chars_max}
          placeholder={t("First order")}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label={t("Event")} hint={t("As your application tracks it.")} error={problems.get("event_name")}>
        <Input
          dir="ltr"
          className="font-mono"
          value={event_name}
          maxLength={limits.event_name_chars_max}
          placeholder={asIs("order_created")}
          onChange={(event) => setEventName(event.target.value)}
        />
      </Field>
      {is_another && goal.people > 0 && (
        <Callout tone="caution">
          {tCount(
            goal.people,
            "Another event makes it another goal: that 1 person reached it is forgotten.",
            "Another event makes it another goal: that {n} people reached it is forgotten.",
          )}
        </Callout>
      )}
      {goal !== undefined && name.trim() !== goal.name && (
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
            onChange={setWindowDays}
          />
        </Field>
        <Field label={t("Celebration")}>
          <Select value={celebration} options={CELEBRATIONS} onChange={setCelebration} />
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
          onChange={setAttribution}
          className="self-start"
        />
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{t("Cancel")}</Button>
        <Button type="submit" look="primary" busy={save.isPending}>
          {goal === undefined ? t("Create goal") : t("Save")}
        </Button>
      </div>
    </form>
  );
}
