import { systemClock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown } from "lucide-react";
import { useEffect, useState } from "react";
import { useApp, useDoors } from "../doors.ts";
import { Callout } from "../ui/callout.tsx";
import { ChipsCombobox } from "../ui/chips-combobox.tsx";
import { Combobox } from "../ui/combobox.tsx";
import { cx } from "../ui/cx.ts";
import { Field } from "../ui/field.tsx";
import { inputClass } from "../ui/input.tsx";
import { Segmented } from "../ui/segmented.tsx";
import type { DraftFieldsProps } from "./body-fields.tsx";
import type { Named } from "./draft.ts";
import { liveQueries } from "./queries.ts";

const AUDIENCES = [
  { value: "everyone", label: "Everyone" },
  { value: "segment", label: "Segment" },
  { value: "groups", label: "Groups" },
  { value: "people", label: "People" },
] as const;

/** Whom it is for. */
export function AudienceField({ draft, onChange, problems }: DraftFieldsProps) {
  const error = problems.has("audience") ? WANTED[draft.audience] : undefined;
  return (
    <div className="flex flex-col gap-3">
      <Segmented
        label="Who gets it"
        value={draft.audience}
        options={AUDIENCES}
        onChange={(audience) => onChange({ audience })}
        className="max-sm:w-full"
      />
      {draft.audience === "everyone" && (
        <p className="text-sm text-ink-2 text-pretty">
          Everybody who has the application open now, or opens it before the time is over.
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
  segment: "Choose a segment.",
  groups: `Choose at least one group, and at most ${limits.identity_groups_max}.`,
  people: `Choose at least one person, and at most ${limits.live_update_people_max}.`,
};

interface ManyProps {
  readonly value: readonly Named[];
  readonly onChange: (value: readonly Named[]) => void;
  readonly error: string | undefined;
}

function PeopleField({ value, onChange, error }: ManyProps) {
  const { api } = useDoors();
  const app = useApp();
  const [query, setQuery, settled] = useSettled();
  const found = useQuery(liveQueries.people(api, app.id, settled));
  const items = (found.data?.items ?? []).map(
    ({ external_id, name, email }): Named => ({
      ...{ id: external_id, label: name ?? email ?? external_id },
      ...(name === null && email === null ? {} : { hint: external_id }),
    }),
  );
  return (
    <Field label="People" error={error} hint="Find them by name, e-mail or id.">
      <ChipsCombobox
        label="People"
        items={orAsTyped(items, query)}
        value={value}
        onChange={onChange}
        query={query}
        onQuery={setQuery}
        placeholder="Ada Lovelace"
        empty={found.isFetching ? "Searching…" : "Nobody was seen in this app yet."}
      />
    </Field>
  );
}

function GroupsField({ value, onChange, error }: ManyProps) {
  const { api } = useDoors();
  const app = useApp();
  const [query, setQuery, settled] = useSettled();
  const found = useQuery(liveQueries.groups(api, app.id, settled));
  const items = (found.data?.items ?? []).map(({ external_id, attributes }): Named => {
    const { name } = attributes;
    return typeof name === "string"
      ? { id: external_id, label: name, hint: external_id }
      : { id: external_id, label: external_id };
  });
  return (
    <Field label="Groups" error={error} hint="Everybody who is in one of them.">
      <ChipsCombobox
        label="Groups"
        items={orAsTyped(items, query)}
        value={value}
        onChange={onChange}
        query={query}
        onQuery={setQuery}
        placeholder="Acme Inc."
        empty={found.isFetching ? "Searching…" : "There is no group yet."}
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
    return <Callout>There is no segment yet: a segment is a rule with a name, made under Segments.</Callout>;
  }
  return (
    <Field label="Segment" error={error}>
      <Combobox
        label="Segment"
        items={items}
        value={value}
        onChange={onChange}
        placeholder="Find a segment"
        empty="None has this name."
        trigger={(props) => (
          <button
            {...props}
            type="button"
            aria-label={`Segment: ${value?.label ?? "none chosen"}`}
            className={inputClass("flex w-full cursor-default items-center justify-between gap-2 pe-2 text-start")}
          >
            <span className={cx("truncate", value === null && "text-ink-3")}>{value?.label ?? "Choose a segment"}</span>
            <ChevronsUpDown className="size-4 text-ink-3" />
          </button>
        )}
      />
    </Field>
  );
}

/** Somebody who was never seen here may be written to, too: by the id as typed. */
function orAsTyped(found: readonly Named[], typed: string): readonly Named[] {
  const id = typed.trim();
  if (id === "" || found.some((each) => each.id === id)) return found;
  return [...found, { id, label: id, hint: "Use this id" }];
}

/** What is typed, and what was typed once the fingers rest. */
function useSettled(): readonly [typed: string, type: (next: string) => void, settled: string] {
  const [typed, type] = useState("");
  const [settled, settle] = useState("");
  useEffect(() => systemClock.after(limits.search_delay_ms, () => settle(typed)), [typed]);
  return [typed, type, settled];
}
