import { CELEBRATION_PRESETS } from "@fanfare/contract/content/celebration-preset";
import { sameValue } from "@fanfare/contract/draft/draft-merge";
import { limits } from "@fanfare/contract/limits";
import type { Goal } from "@fanfare/contract/schema/responses/analytics/goal";
import { useQuery } from "@tanstack/react-query";
import { Controller, type UseFormReturn } from "react-hook-form";
import { ResourceForm, useResourceEdit } from "../../components/resource-editor/resource-form.tsx";
import { PropertyTests } from "../../components/rules/event-fields.tsx";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { asIs, t, tCount } from "../../lib/i18n/t.ts";
import { celebrationQueries } from "../../lib/queries/celebrations.ts";
import { ruleQueries } from "../../lib/queries/rules.ts";
import { PRESET_LABELS } from "../../model/preset-labels.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { SuggestInput } from "../../ui/forms/suggest-input.tsx";
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

function useGoalEdit({ goal, onDone }: GoalDialogFormProps) {
  const { api } = useAppContext();
  const query = { app_id: useApp().id };
  return useResourceEdit<Goal, GoalForm>({
    resource: goal,
    list: celebrationQueries.goals(api, query.app_id),
    schema: goalFormSchema,
    toValues: (known) => known ?? NEW_GOAL,
    save: (body, over) =>
      over === undefined
        ? api.call("POST /api/goals", { query, body })
        : api.call("PATCH /api/goals/:id", { params: { id: over.id }, query, body, revision: over.revision }),
    done: { created: t("Goal created"), saved: t("Goal saved") },
    onDone,
  });
}

/** Mounts with the dialog, so closing it discards the form. */
function GoalDialogForm(props: GoalDialogFormProps) {
  const edit = useGoalEdit(props);
  const { form } = edit;
  const conflict = (base: Goal, theirs: Goal) => {
    const mine = form.getValues();
    const both = mergeGoals(base, mine, theirs);
    const saveMine = edit.saveOver(theirs);
    const onBoth =
      both &&
      (() => {
        form.reset(both);
        void saveMine();
      });
    return {
      title: t("Another member changed this goal"),
      theirs: describeGoalChanges(base, theirs),
      mine: describeGoalChanges(base, mine),
      merge: { onBoth },
    };
  };
  return (
    <ResourceForm edit={edit} conflict={conflict} create={t("Create goal")}>
      <NameFields form={form} base={edit.base} />
      <CreditFields form={form} />
    </ResourceForm>
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
