import { CONTENT_TYPES } from "@fanfare/contract/content/body";
import { limits } from "@fanfare/contract/limits";
import type { CapGroupDetail } from "@fanfare/contract/schema/responses/people/segment";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { TYPE_INFO } from "../../components/content/content-types.tsx";
import { ResourceForm, useResourceEdit } from "../../components/resource-editor/resource-form.tsx";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { frequencyQueries } from "../../lib/queries/frequency.ts";
import { queries } from "../../lib/queries/queries.ts";
import { ChipsCombobox } from "../../ui/combobox/chips-combobox.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { ToggleChips } from "../../ui/forms/toggle-chips.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import { type CapForm, capFormSchema, describeCapChanges, NEW_CAP, toCap, toCapForm } from "./cap-form.ts";

interface CapDialogProps {
  /** Cap to edit. Undefined creates one. */
  readonly cap?: CapGroupDetail;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function CapDialog({ cap, open, onOpenChange }: CapDialogProps) {
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={cap === undefined ? t("New frequency cap") : t("Edit frequency cap")}
      description={t("Limits how many views of several items each person gets together.")}
    >
      <CapDialogForm cap={cap} onDone={() => onOpenChange(false)} />
    </FormDialog>
  );
}

interface CapDialogFormProps {
  readonly cap: CapGroupDetail | undefined;
  readonly onDone: () => void;
}

function useCapEdit({ cap, onDone }: CapDialogFormProps) {
  const { api } = useAppContext();
  return useResourceEdit<CapGroupDetail, CapForm>({
    resource: cap,
    list: frequencyQueries.caps(api),
    schema: capFormSchema,
    toValues: (known) => (known === undefined ? NEW_CAP : toCapForm(known)),
    save: (values, over) =>
      over === undefined
        ? api.call("POST /api/cap-groups", { body: toCap(values) })
        : api.call("PATCH /api/cap-groups/:id", {
            params: { id: over.id },
            body: toCap(values),
            revision: over.revision,
          }),
    onRefused({ code }, form) {
      if (code === "name_taken") form.setError("name", { message: t("Another frequency cap has this name.") });
      return code === "name_taken";
    },
    done: { created: t("Frequency cap created"), saved: t("Frequency cap saved") },
    onDone,
  });
}

/** Mounts with the dialog, so closing it discards the form. */
function CapDialogForm(props: CapDialogFormProps) {
  const edit = useCapEdit(props);
  const { form } = edit;
  return (
    <ResourceForm
      edit={edit}
      conflict={(base, theirs) => ({
        title: t("Another member changed this frequency cap"),
        theirs: describeCapChanges(base, theirs),
        mine: describeCapChanges(base, toCap(form.getValues())),
      })}
      create={t("Create frequency cap")}
    >
      <LimitFields form={form} />
      <CoverFields form={form} />
    </ResourceForm>
  );
}

interface FieldsProps {
  readonly form: UseFormReturn<CapForm>;
}

function LimitFields({ form: { control, register, formState } }: FieldsProps) {
  const { errors } = formState;
  return (
    <>
      <Field label={t("Name")} error={errors.name?.message}>
        <Input
          autoFocus
          maxLength={limits.segment_name_chars_max}
          placeholder={t("Quiet days")}
          {...register("name")}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("At most")} error={errors.runs_max?.message}>
          <Controller
            control={control}
            name="runs_max"
            render={({ field }) => <NumberInput {...field} unit={t("views##unit")} max={limits.cap_runs_max} />}
          />
        </Field>
        <Field label={t("Within")} error={errors.window_hours?.message}>
          <Controller
            control={control}
            name="window_hours"
            render={({ field }) => <NumberInput {...field} unit={t("hours##unit")} max={limits.cooldown_hours_max} />}
          />
        </Field>
      </div>
    </>
  );
}

const SCOPES = [
  { value: "all", label: t("All content") },
  { value: "some", label: t("Some content") },
] as const;
const TYPES = CONTENT_TYPES.map((value) => ({ value, label: TYPE_INFO[value].label }));

/** Which content is limited together: all, or by type and tag. */
function CoverFields({ form }: FieldsProps) {
  const { control, formState } = form;
  const scope = form.watch("scope");
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-medium" aria-hidden="true">
          {t("Applies to")}
        </span>
        <Controller
          control={control}
          name="scope"
          render={({ field }) => (
            <Segmented label={t("Applies to")} {...field} options={SCOPES} className="self-start" />
          )}
        />
      </div>
      {scope === "some" && (
        <>
          <Field label={t("Types")} error={formState.errors.types?.message}>
            <Controller
              control={control}
              name="types"
              render={({ field: { value, onChange } }) => (
                <ToggleChips label={t("Types")} options={TYPES} chosen={value} onChange={onChange} />
              )}
            />
          </Field>
          <Field label={t("Tags")} optional hint={t("Content with one of these tags counts, too.")}>
            <Controller
              control={control}
              name="tags"
              render={({ field: { value, onChange } }) => <CoveredTags tags={value} onChange={onChange} />}
            />
          </Field>
        </>
      )}
    </div>
  );
}

interface CoveredTagsProps {
  readonly tags: readonly string[];
  readonly onChange: (tags: string[]) => void;
}

function CoveredTags({ tags, onChange }: CoveredTagsProps) {
  const { api } = useAppContext();
  const app = useApp();
  const query = useQuery(queries.tags(api, app.id));
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().toLowerCase();
  const items = (query.data?.items ?? [])
    .filter(({ tag }) => tag.toLowerCase().includes(wanted))
    .map(({ tag }) => ({ id: tag, label: tag }));
  return (
    <ChipsCombobox
      label={t("Tags")}
      items={items}
      value={tags.map((tag) => ({ id: tag, label: tag }))}
      onChange={(next) => onChange(next.map(({ id }) => id))}
      query={typed}
      onQuery={setTyped}
      placeholder={t("Search tags")}
      searching={query.isPending}
      none={t("No tags yet")}
    />
  );
}
