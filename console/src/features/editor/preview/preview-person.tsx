import { textDirection } from "@fanfare/contract/lib/text-direction";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import { useState } from "react";
import type { PreviewOptions } from "../../../components/preview/preview-options.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { peopleQueries, personQueries } from "../../../lib/queries/people.ts";
import { useDebouncedValue } from "../../../lib/use-debounced-value.ts";
import { personName } from "../../../model/person-labels.ts";
import { Combobox } from "../../../ui/combobox/combobox.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";

/** A person without attributes. */
const NO_PERSON = "";
const FOUND_MAX = 20;

interface PreviewPersonProps {
  readonly person: PreviewOptions["person"];
  readonly onChange: (change: Partial<PreviewOptions>) => void;
}

/** Selects the preview's person, whose attributes fill variables and whose language applies. */
export function PreviewPerson({ person, onChange }: PreviewPersonProps) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const [query, setQuery] = useState("");
  const q = useDebouncedValue(query);
  const found = useQuery(peopleQueries.found(api, { app_id: app.id, q, limit: FOUND_MAX }));
  const anonymous_person = {
    id: NO_PERSON,
    label: t("Sample person"),
    hint: t("Variables show their fallback text"),
  };
  const people = (found.data?.items ?? []).map((each) => ({
    ...{ id: each.external_id, label: personName(each) },
    ...(each.email !== null && { hint: each.email }),
  }));
  const now = person === undefined ? anonymous_person : { id: person.id, label: person.name };

  const choose = async (id: string): Promise<void> => {
    if (id === NO_PERSON) return onChange({ person: undefined });
    const { locale, attributes, ...known } = await client.fetchQuery(personQueries.one(api, app.id, id));
    const reads = locale === null ? {} : { locale, direction: textDirection(locale) };
    onChange({ person: { id, name: personName(known), attributes }, ...reads });
  };

  return (
    <Combobox
      label={t("Preview person")}
      items={query === "" ? [anonymous_person, ...people] : people}
      value={now}
      onQuery={setQuery}
      placeholder={t("Search by name, email, or ID")}
      searching={found.isFetching}
      onChange={({ id }) => void choose(id)}
      trigger={(props) => (
        <IconButton
          {...props}
          label={t("Preview as {name}", { name: now.label })}
          size="sm"
          variant={person === undefined ? "ghost" : "chosen"}
        >
          <UserRound />
        </IconButton>
      )}
    />
  );
}
