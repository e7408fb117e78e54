import { DESTINATION_PRESETS } from "@fanfare/contract/destinations/presets";
import type { Destination } from "@fanfare/contract/schema/responses/realtime/destination";
import { Controller, type UseFormReturn } from "react-hook-form";
import { ResourceForm, useResourceEdit } from "../../components/resource-editor/resource-form.tsx";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { destinationQueryFilter, queries } from "../../lib/queries/queries.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { Select } from "../../ui/forms/select.tsx";
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
import { EnabledField } from "./receiver-fields.tsx";

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

const FILTER_POINTER = /^\/filter\/(event_names|tags|person_attributes)/;

function useDestinationEdit({ destination, onDone }: DestinationFormProps) {
  const { api } = useAppContext();
  const query = { app_id: useApp().id };
  return useResourceEdit<Destination, DestinationFormValues>({
    resource: destination,
    list: queries.destinations(api, query.app_id),
    stale: destinationQueryFilter(query.app_id),
    schema: destinationFormSchema,
    toValues: (known) => (known === undefined ? newDestination("slack") : toDestinationValues(known)),
    save(values, over) {
      const body = toDestination(values, over);
      return over === undefined
        ? api.call("POST /api/destinations", { query, body: { preset: values.preset, ...body } })
        : api.call("PATCH /api/destinations/:id", { params: { id: over.id }, query, body, etag: over.etag });
    },
    onRefused({ fields }, form) {
      const placed = fields.flatMap(({ pointer, message }) => {
        const [, list] = FILTER_POINTER.exec(pointer) ?? [];
        // Cast: the pattern has names of fields.
        return list === undefined ? [] : [{ name: list as "tags", message }];
      });
      for (const { name, message } of placed) form.setError(name, { message });
      return placed.length > 0 && placed.length === fields.length;
    },
    done: { created: t("Destination created"), saved: t("Destination saved") },
    onDone,
  });
}

function DestinationForm(props: DestinationFormProps) {
  const edit = useDestinationEdit(props);
  const { form, base } = edit;
  return (
    <ResourceForm
      edit={edit}
      conflict={(before, theirs) => ({
        title: t("Another member changed this destination"),
        theirs: describeDestinationChanges(toDestinationValues(before), toDestinationValues(theirs)),
        mine: describeDestinationChanges(toDestinationValues(before), form.getValues()),
      })}
      create={t("Create destination")}
    >
      {base === undefined && <PresetField form={form} />}
      <Field label={t("Name")} error={form.formState.errors.name?.message}>
        <Input dir="auto" {...form.register("name")} />
      </Field>
      <DestinationFields form={form} stored={base?.secrets ?? []} />
      <Controller control={form.control} name="enabled" render={({ field }) => <EnabledField {...field} />} />
    </ResourceForm>
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
