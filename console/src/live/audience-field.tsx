import { limits } from "@fanfare/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApp, useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { Callout } from "../ui/callout.tsx";
import { ChipsCombobox } from "../ui/chips-combobox.tsx";
import { ComboboxSelect } from "../ui/combobox-select.tsx";
import { Field } from "../ui/field.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { useSettled } from "../ui/use-settled.ts";
import type { DraftFieldsProps } from "./body-fields.tsx";
import type { Named } from "./draft.ts";
import { liveQueries } from "./queries.ts";

const AUDIENCES = [
  { value: "everyone", label: t("Everyone") },
  { value: "segment", label: t("Segment") },
  { value: "groups", label: t("Groups") },
  { value: "people", label: t("People") },
] as const;

/** Whom it is for. */
export function AudienceField({ draft, onChange, problems }: DraftFieldsProps) {
  const error = problems.has("audience") ? WANTED[draft.audience] : undefined;
  return (
    <div className="flex flex-col gap-3">
      <Segmented
        label={t("Who gets it")}
        value={draft.audience}
        options={AUDIENCES}
        onChange={(audience) => onChange({ audience })}
        className="max-sm:w-full"
      />
      {draft.audience === "everyone" && (
        <p className="text-sm text-ink-2 text-pretty">
          {t("Everybody who has the application open now, or opens it before the time is over.")}
        </p>
      )}
      {draft.audience === "segment" && (
        <SegmentField value={draft.segment} error={error} onChange={(segment) => onChange({ segment })} />
      )}
      {draft.audience === "groups" && (
        <GroupsField value={draft.groups} error={error} onChange={(groups) => onChange({ groups })} />
      )}
      {draft.audience === "people" && (
        <PeopleField value={draft.people} error={error} onChange={(people) => onChange({ people })} />
      )}
    </div>
  );
}

const WANTED: Readonly<Record<(typeof AUDIENCES)[number]["value"], string>> = {
  everyone: "",
  segment: t("Choose a segment."),
  groups: t("Choose at least one group, and at most {max}.", { max: limits.identity_groups_max }),
  people: t("Choose at least one person, and at most {max}.", { max: limits.live_update_people_max }),
};

interface ManyProps {
  readonly value: readonly Named[];
  readonly onChange: (value: readonly Named[]) => void;
  readonly error: string | undefined;
}

function PeopleField({ value, onChange, error }: ManyProps) {
  const { api } = useDoors();
  const app = useApp();
  const [query, setQuery] = useState("");
  const settled = useSettled(query);
  const found = useQuery(liveQueries.people(api, app.id, settled));
  const items = (found.data?.items ?? []).map(
    ({ external_id, name, email }): Named => ({
      ...{ id: external_id, label: name ?? email ?? external_id },
      ...(name === null && email === null ? {} : { hint: external_id }),
    }),
  );
  return (
    <Field label={t("People")} error={error} hint={t("Find them by name, e-mail or id.")}>
      <ChipsCombobox
        label={t("People")}
        items={orAsTyped(items, query)}
        value={value}
        onChange={onChange}
        query={query}
        onQuery={setQuery}
        placeholder={t("Ada Lovelace")}
        empty={found.isFetching ? t("Searching…") : t("Nobody was seen in this app yet.")}
      />
    </Field>
  );
}

function GroupsField({ value, onChange, error }: ManyProps) {
  const { api } = useDoors();
  const app = useApp();
  const [query, setQuery] = useState("");
  const settled = useSettled(query);
  const found = useQuery(liveQueries.groups(api, app.id, settled));
  const items = (found.data?.items ?? []).map(({ external_id, attributes }): Named => {
    const { name } = attributes;
    return typeof name === "string"
      ? { id: external_id, label: name, hint: external_id }
      : { id: external_id, label: external_id };
  });
  return (
    <Field label={t("Groups")} error={error} hint={t("Everybody who is in one of them.")}>
      <ChipsCombobox
        label={t("Groups")}
        items={orAsTyped(items, query)}
        value={value}
        onChange={onChange}
        query={query}
        onQuery={setQuery}
        placeholder={t("Acme Inc.")}
        empty={found.isFetching ? t("Searching…") : t("There is no group yet.")}
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
  const { api } = useDoors();
  const found = useQuery(liveQueries.segments(api));
  const items = (found.data?.items ?? []).map(({ id, name }): Named => ({ id, label: name }));
  if (found.data !== undefined && items.length === 0) {
    return <Callout>{t("There is no segment yet: a segment is a rule with a name, made under Segments.")}</Callout>;
  }
  return (
    <Field label={t("Segment")} error={error}>
      <ComboboxSelect
        label={t("Segment")}
        items={items}
        value={value}
        onChange={onChange}
        placeholder={t("Find a segment")}
        empty={t("None has this name.")}
        choose={t("Choose a segment")}
      />
    </Field>
  );
}

/** Somebody who was never seen here may be written to, too: by the id as typed. */
function orAsTyped(found: readonly Named[], typed: string): readonly Named[] {
  const id = typed.trim();
  if (id === "" || found.some((each) => each.id === id)) return found;
  return [...found, { id, label: id, hint: t("Use this id") }];
}
