import { limits } from "@fanfare/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Controller } from "react-hook-form";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { realtimeQueries } from "../../lib/queries/realtime.ts";
import { useDebouncedValue } from "../../lib/use-debounced-value.ts";
import type { Named } from "../../model/message-draft.ts";
import { ChipsCombobox } from "../../ui/combobox/chips-combobox.tsx";
import { ComboboxSelect } from "../../ui/combobox/combobox-select.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { useSegmentChoices } from "../segments/use-segment-choices.ts";
import { ReachNote } from "./reach-note.tsx";
import type { MessageFieldsProps } from "./use-message-form.ts";
import { orAsTyped, usePeopleChoices } from "./use-people-choices.ts";

const AUDIENCES = [
  { value: "everyone", label: t("Everyone") },
  { value: "segment", label: t("Segment") },
  { value: "groups", label: t("Groups") },
  { value: "people", label: t("People") },
] as const;

export function AudienceField({ form: { control, watch, formState } }: MessageFieldsProps) {
  const audience = watch("audience");
  const error = audience !== "everyone" && formState.errors[audience] ? REQUIRED[audience] : undefined;
  return (
    <div className="flex flex-col gap-3">
      <Controller
        control={control}
        name="audience"
        render={({ field }) => (
          <Segmented label={t("Recipients")} {...field} options={AUDIENCES} className="max-sm:w-full" />
        )}
      />
      {audience === "everyone" && (
        <p className="text-sm text-ink-2 text-pretty">
          {t("Everyone who has the app open now, or opens it before the message expires.")}
        </p>
      )}
      {audience === "segment" && (
        <Controller
          control={control}
          name="segment"
          render={({ field }) => <SegmentField {...field} error={error} />}
        />
      )}
      {audience === "groups" && (
        <Controller control={control} name="groups" render={({ field }) => <GroupsField {...field} error={error} />} />
      )}
      {audience === "people" && (
        <Controller control={control} name="people" render={({ field }) => <PeopleField {...field} error={error} />} />
      )}
      {/* A key, because the answer for one kind of audience says nothing about another. */}
      <ReachNote key={audience} draft={{ audience, people: watch("people"), segment: watch("segment") }} />
    </div>
  );
}

const REQUIRED = {
  segment: t("Select a segment."),
  groups: t("Select 1 to {max} groups.", { max: limits.identity_groups_max }),
  people: t("Select 1 to {max} people.", { max: limits.live_update_people_max }),
} as const;

interface ManyProps {
  readonly value: readonly Named[];
  readonly onChange: (value: readonly Named[]) => void;
  readonly error: string | undefined;
}

function PeopleField({ value, onChange, error }: ManyProps) {
  const [query, setQuery] = useState("");
  const { items, searching } = usePeopleChoices(query);
  return (
    <Field label={t("People")} error={error} hint={t("Search by name, email, or ID.")}>
      <ChipsCombobox
        label={t("People")}
        items={items}
        value={value}
        onChange={onChange}
        query={query}
        onQuery={setQuery}
        placeholder={t("Ada Lovelace")}
        searching={searching}
        none={t("No people yet")}
      />
    </Field>
  );
}

function GroupsField({ value, onChange, error }: ManyProps) {
  const { api } = useAppContext();
  const app = useApp();
  const [query, setQuery] = useState("");
  const settled = useDebouncedValue(query);
  const found = useQuery(realtimeQueries.groups(api, app.id, settled));
  const items = (found.data?.items ?? []).map(({ external_id, attributes }): Named => {
    const { name } = attributes;
    return typeof name === "string"
      ? { id: external_id, label: name, hint: external_id }
      : { id: external_id, label: external_id };
  });
  return (
    <Field label={t("Groups")} error={error} hint={t("Everyone whose identity token names one of these groups.")}>
      <ChipsCombobox
        label={t("Groups")}
        items={orAsTyped(items, query)}
        value={value}
        onChange={onChange}
        query={query}
        onQuery={setQuery}
        placeholder={t("Acme Inc.")}
        searching={found.isFetching}
        none={t("No groups yet")}
      />
    </Field>
  );
}

interface SegmentFieldProps {
  readonly value: Named | null;
  readonly onChange: (value: Named) => void;
  readonly error: string | undefined;
}

function SegmentField({ value, onChange, error }: SegmentFieldProps) {
  const choices = useSegmentChoices();
  return (
    <Field label={t("Segment")} error={error}>
      <ComboboxSelect
        {...choices}
        label={t("Segment")}
        value={value}
        onChange={onChange}
        placeholder={t("Search segments")}
        choose={t("Select a segment")}
      />
    </Field>
  );
}
