import { DESTINATION_PRESETS } from "@fanfare/contract/destinations/presets";
import type { Destination } from "@fanfare/contract/schema/responses/realtime/destination";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, type UseFormReturn, useForm } from "react-hook-form";
import { SaveConflict } from "../../components/resource-editor/save-conflict.tsx";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { destinationQueryFilter, queries } from "../../lib/queries/queries.ts";
import { toast } from "../../lib/toast.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { SwitchField } from "../../ui/forms/switch.tsx";
import { zodResolver } from "../../ui/forms/zod-resolver.ts";
import { DialogForm } from "../../ui/overlay/dialog-form.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import { DestinationFields } from "./destination-fields.tsx";
import {
  type DestinationFormValues,
  describeDestinationChanges,
  destinationFormSchema,
  newDestination,
  presetLabel,
  toDestination,
  toDestinationValues,
} from "./destination-form.ts";

const PRESET_OPTIONS = DESTINATION_PRESETS.map((value) => ({ value, label: presetLabel(value) }));

interface DestinationDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Undefined for a new destination. */
  readonly destination: Destination | undefined;
}

export function DestinationDialog({ open, onOpenChange, destination }: DestinationDialogProps) {
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={destination === undefined ? t("New destination") : t("Edit destination")}
      description={t("Secrets are stored encrypted and never shown again.")}
    >
      <DestinationForm destination={destination} onDone={() => onOpenChange(false)} />
    </FormDialog>
  );
}

interface DestinationFormProps {
  readonly destination: Destination | undefined;
  readonly onDone: () => void;
}

function useDestinationForm({ destination, onDone }: DestinationFormProps) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const form = useForm<DestinationFormValues>({
    resolver: zodResolver(destinationFormSchema),
    defaultValues: destination === undefined ? newDestination("slack") : toDestinationValues(destination),
  });
  const [failed, setFailed] = useState<ApiProblem>();
  /** The destination when the form opened. Following later updates would overwrite them silently. */
  const [base, setBase] = useState(destination);
  const [theirs, setTheirs] = useState<Destination>();

  const noteFailure = async (problem: ApiProblem, over: Destination | undefined): Promise<void> => {
    if (problem.code === "revision_stale" && over !== undefined) {
      await client.invalidateQueries(destinationQueryFilter(app.id));
      const now = await client.fetchQuery({ ...queries.destinations(api, app.id), staleTime: 0 });
      setTheirs(now.items.find(({ id }) => id === over.id));
      return;
    }
    const [field] = problem.fields ?? [];
    const name = FIELD_POINTER.exec(field?.pointer ?? "");
    const [, place, key] = name ?? [];
    if (field === undefined || key === undefined) setFailed(problem);
    // Cast: the server names only fields that it was sent.
    else form.setError((place === "filter" ? key : `${place}.${key}`) as "name", { message: field.message });
  };
  const saveOver = (over: Destination | undefined) =>
    form.handleSubmit(async (values) => {
      const body = toDestination(values, over);
      const query = { app_id: app.id };
      setFailed(undefined);
      try {
        if (over === undefined)
          await api.call("POST /api/destinations", { query, body: { preset: values.preset, ...body } });
        else await api.call("PATCH /api/destinations/:id", { params: { id: over.id }, query, body, etag: over.etag });
        await client.invalidateQueries(destinationQueryFilter(app.id));
        toast.done({ title: over === undefined ? t("Destination created") : t("Destination saved") });
        onDone();
      } catch (error) {
        await noteFailure(asProblem(error), over);
      }
    });
  const startFrom = (now: Destination): void => {
    setBase(now);
    setTheirs(undefined);
    form.reset(toDestinationValues(now));
  };
  return { form, failed, base, theirs, saveOver, startFrom };
}

const FIELD_POINTER = /^\/(settings|secrets|filter)\/(\w+)/;

function DestinationForm({ destination, onDone }: DestinationFormProps) {
  const { form, failed, base, theirs, saveOver, startFrom } = useDestinationForm({ destination, onDone });
  const { errors, isSubmitting } = form.formState;
  if (theirs !== undefined && base !== undefined) {
    return (
      <SaveConflict
        title={t("Another member changed this destination")}
        theirs={describeDestinationChanges(toDestinationValues(base), toDestinationValues(theirs))}
        mine={describeDestinationChanges(toDestinationValues(base), form.getValues())}
        busy={isSubmitting}
        onTheirs={() => startFrom(theirs)}
        onMine={() => void saveOver(theirs)()}
      />
    );
  }
  return (
    <DialogForm
      onSubmit={saveOver(base)}
      problem={failed}
      action={base === undefined ? t("Create destination") : t("Save")}
      busy={isSubmitting}
      onCancel={onDone}
    >
      {base === undefined && <PresetField form={form} />}
      <Field label={t("Name")} error={errors.name?.message}>
        <Input dir="auto" {...form.register("name")} />
      </Field>
      <DestinationFields form={form} stored={base?.secrets ?? []} />
      <Controller
        control={form.control}
        name="enabled"
        render={({ field: { value, onChange } }) => (
          <SwitchField label={t("On")} hint={t("When off, nothing is sent.")} checked={value} onChange={onChange} />
        )}
      />
    </DialogForm>
  );
}

function PresetField({ form }: { readonly form: UseFormReturn<DestinationFormValues> }) {
  return (
    <Field label={t("Tool")}>
      <Select
        value={form.watch("preset")}
        options={PRESET_OPTIONS}
        onChange={(preset) => form.reset(newDestination(preset), { keepDefaultValues: true })}
      />
    </Field>
  );
}
