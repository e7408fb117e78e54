import { directionOf } from "@fanfare/contract/direction";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import { useState } from "react";
import { useApp, useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { nameOf } from "../people/person-words.ts";
import { peopleQueries, personQueries } from "../people/queries.ts";
import { Combobox } from "../ui/combobox.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { useSettled } from "../ui/use-settled.ts";
import type { PreviewLook } from "./preview-look.ts";

/** Stands for somebody of whom nothing is known. */
const NOBODY = "";
const FOUND_MAX = 20;

interface PreviewPersonProps {
  readonly person: PreviewLook["person"];
  readonly onChange: (change: Partial<PreviewLook>) => void;
}

/** As whom the content is read: variables say what is known of them, in the language that they read. */
export function PreviewPerson({ person, onChange }: PreviewPersonProps) {
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  const [query, setQuery] = useState("");
  const q = useSettled(query);
  const found = useQuery(peopleQueries.found(api, { app_id: app.id, q, limit: FOUND_MAX }));
  const nobody = { id: NOBODY, label: t("Nobody in particular"), hint: t("Variables say what stands in their place") };
  const people = (found.data?.items ?? []).map((each) => ({
    ...{ id: each.external_id, label: nameOf(each) },
    ...(each.email !== null && { hint: each.email }),
  }));
  const now = person === undefined ? nobody : { id: person.id, label: person.name };

  const choose = async (id: string): Promise<void> => {
    if (id === NOBODY) return onChange({ person: undefined });
    const { locale, attributes, ...known } = await client.fetchQuery(personQueries.one(api, app.id, id));
    const reads = locale === null ? {} : { locale, direction: directionOf(locale) };
    onChange({ person: { id, name: nameOf(known), attributes }, ...reads });
  };

  return (
    <Combobox
      label={t("Person of the preview")}
      items={query === "" ? [nobody, ...people] : people}
      value={now}
      onQuery={setQuery}
      placeholder={t("Search by name, e-mail or id")}
      empty={found.isFetching ? t("Searching…") : t("Nobody is called like this.")}
      onChange={({ id }) => void choose(id)}
      trigger={(props) => (
        <IconButton
          {...props}
          label={t("As: {name}", { name: now.label })}
          size="sm"
          look={person === undefined ? "ghost" : "chosen"}
        >
          <UserRound />
        </IconButton>
      )}
    />
  );
}
