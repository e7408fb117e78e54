import { CELEBRATION_PRESETS } from "@fanfare/contract/content/celebration-preset";
import { sameValue } from "@fanfare/contract/draft/draft-merge";
import { limits } from "@fanfare/contract/limits";
import type { Goal } from "@fanfare/contract/schema/responses/analytics/goal";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, type UseFormReturn, useForm } from "react-hook-form";
import { SaveConflict } from "../../components/resource-editor/save-conflict.tsx";
import { PropertyTests } from "../../components/rules/event-fields.tsx";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { asIs, t, tCount } from "../../lib/i18n/t.ts";
import { celebrationQueries } from "../../lib/queries/celebrations.ts";
import { ruleQueries } from "../../lib/queries/rules.ts";
import { toast } from "../../lib/toast.ts";
import { PRESET_LABELS } from "../../model/preset-labels.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { SuggestInput } from "../../ui/forms/suggest-input.tsx";
import { zodResolver } from "../../ui/forms/zod-resolver.ts";
import { DialogForm } from "../../ui/overlay/dialog-form.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import { describeGoalChanges, type GoalForm, goalFormSchema, mergeGoals, NEW_GOAL } from "./goal-form.ts";

const CELEBRATIONS = [
  { value: "none", label: t("No celebration") },
  ...CELEBRATION_PRESETS.map((value) => ({ value, label: PRESET_LABELS[value].label })),
] as const;
const ATTRIBUTIONS = [
  { value: "last", label: t("Last content") },
  { value: "first", label: t("First content") },
] as const;

interface GoalDialogProps {
  /** Goal to edit. Undefined creates one. */
  readonly goal?: Goal;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

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

interface GoalDialogFormProps {
  readonly goal: Goal | undefined;
  readonly onDone: () => void;
}

function useGoalForm({ goal, onDone }: GoalDialogFormProps) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  /** The goal when the form opened. Following later updates would overwrite them silently. */
  const [base, setBase] = useState(goal);
  const [theirs, setTheirs] = useState<Goal>();
  const form = useForm<GoalForm>({ resolver: zodResolver(goalFormSchema), defaultValues: goal ?? NEW_GOAL });
  const goals = celebrationQueries.goals(api, app.id);
  const save = useMutation({
    mutationFn: ({ over, ...values }: GoalForm & { readonly over: Goal | undefined }) =>
      over === undefined
        ? api.call("POST /api/goals", { query: { app_id: app.id }, body: values })
        : api.call("PATCH /api/goals/:id", {
            params: { id: over.id },
            query: { app_id: app.id },
            body: values,
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
  const saveOver = (over: Goal | undefined) => form.handleSubmit((values) => save.mutate({ ...values, over }));
  const startFrom = (now: Goal): void => {
    save.reset();
    setBase(now);
    setTheirs(undefined);
    form.reset(now);
  };
  return { form, base, theirs, save, saveOver, startFrom };
}

/** Mounts with the dialog, so closing it discards the form. */
function GoalDialogForm({ goal, onDone }: GoalDialogFormProps) {
  const { form, base, theirs, save, saveOver, startFrom } = useGoalForm({ goal, onDone });
  if (theirs !== undefined && base !== undefined) {
    const mine = form.getValues();
    const both = mergeGoals(base, mine, theirs);
    const saveMine = saveOver(theirs);
    return (
      <SaveConflict
        title={t("Another member changed this goal")}
        theirs={describeGoalChanges(base, theirs)}
        mine={describeGoalChanges(base, mine)}
        busy={save.isPending}
        onTheirs={() => startFrom(theirs)}
        onMine={() => void saveMine()}
        merge={{
          onBoth:
            both &&
            (() => {
              form.reset(both);
              void saveMine();
            }),
        }}
      />
    );
  }
  return (
    <DialogForm
      onSubmit={saveOver(base)}
      problem={save.error === null ? undefined : asProblem(save.error)}
      action={goal === undefined ? t("Create goal") : t("Save")}
      busy={save.isPending}
      onCancel={onDone}
    >
      <NameFields form={form} base={base} />
      <CreditFields form={form} />
    </DialogForm>
  );
}

interface EventInputProps {
  readonly value: string;
  readonly onChange: (name: string) => void;
}

/** Suggests events from code and of trackers. */
function EventInput({ value, onChange }: EventInputProps) {
  const { api } = useAppContext();
  const app = useApp();
  const { data } = useQuery(ruleQueries.events(api, app.id));
  return (
    <SuggestInput
      label={t("Events from the last 90 days")}
      className="font-mono"
      placeholder={asIs("order_created")}
      value={value}
      suggestions={data?.items.map(({ name }) => name) ?? []}
      onChange={onChange}
    />
  );
}

interface FieldsProps {
  readonly form: UseFormReturn<GoalForm>;
}

/** What the goal is called, which event reaches it, and what changing them does. */
function NameFields({ form, base }: FieldsProps & { readonly base: Goal | undefined }) {
  const { errors } = form.formState;
  const [name, event_name, props] = form.watch(["name", "event_name", "props"]);
  const starts_anew = base !== undefined && (event_name.trim() !== base.event_name || !sameValue(props, base.props));
  return (
    <>
      <Field label={t("Name")} error={errors.name?.message}>
        <Input
          autoFocus
          maxLength={limits.goal_name_chars_max}
          placeholder={t("First order")}
          {...form.register("name")}
        />
      </Field>
      <Field
        label={t("Event")}
        hint={t("The event name that your application tracks.")}
        error={errors.event_name?.message}
      >
        <Controller
          control={form.control}
          name="event_name"
          render={({ field: { value, onChange } }) => <EventInput value={value} onChange={onChange} />}
        />
      </Field>
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1.5 text-sm font-medium">{t("Properties of the event")}</legend>
        <Controller
          control={form.control}
          name="props"
          render={({ field: { value, onChange } }) => (
            <PropertyTests props={value} onChange={(tests) => onChange(tests ?? [])} />
          )}
        />
        {errors.props?.message !== undefined && <Callout tone="problem">{errors.props.message}</Callout>}
      </fieldset>
      {base !== undefined && starts_anew && base.people > 0 && (
        <Callout tone="caution">
          {tCount(
            base.people,
            "Changing the event or its properties starts a new goal. The completion of 1 person is deleted.",
            "Changing the event or its properties starts a new goal. The completions of {n} people are deleted.",
          )}
        </Callout>
      )}
      {base !== undefined && name.trim() !== base.name && (
        <Callout>
          {t("Content that uses this goal as its trigger refers to the goal by name. Update the name there, too.")}
        </Callout>
      )}
    </>
  );
}

/** For how long content gets the credit, which of it, and the celebration. */
function CreditFields({ form: { control, formState } }: FieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("Attribution window")} error={formState.errors.window_days?.message}>
          <Controller
            control={control}
            name="window_days"
            render={({ field }) => (
              <NumberInput {...field} unit={t("days")} min={1} max={limits.goal_window_days_max} />
            )}
          />
        </Field>
        <Field label={t("Celebration")}>
          <Controller
            control={control}
            name="celebration"
            render={({ field: { value, onChange } }) => (
              <Select
                value={value ?? "none"}
                options={CELEBRATIONS}
                onChange={(preset) => onChange(preset === "none" ? null : preset)}
              />
            )}
          />
        </Field>
      </div>
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-medium" aria-hidden="true">
          {t("Attribution")}
        </span>
        <Controller
          control={control}
          name="attribution"
          render={({ field }) => (
            <Segmented label={t("Attribution")} {...field} options={ATTRIBUTIONS} className="self-start" />
          )}
        />
      </div>
    </>
  );
}
