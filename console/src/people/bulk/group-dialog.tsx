import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApp, useDoors } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { liveQueries } from "../../live/queries.ts";
import { Button } from "../../ui/button.tsx";
import { ComboboxSelect } from "../../ui/combobox-select.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import type { NamedGroup } from "./deeds.ts";
import type { BulkDialogProps } from "./whom.ts";

interface GroupDialogProps extends BulkDialogProps {
  readonly way: "in" | "out";
  readonly onChoose: (group: NamedGroup) => void;
}

/** Into which group, or out of which. */
export function GroupDialog({ open, onOpenChange, whom, way, onChoose }: GroupDialogProps) {
  const [group, setGroup] = useState<NamedGroup | null>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={way === "in" ? t("Add to a group") : t("Take out of a group")}
      description={whom}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
          <Button look="primary" disabled={group === null} onClick={() => group !== null && onChoose(group)}>
            {way === "in" ? t("Add##to a group") : t("Take out")}
          </Button>
        </>
      }
    >
      <GroupField value={group} onChange={setGroup} />
    </Dialog>
  );
}

function GroupField({ value, onChange }: { readonly value: NamedGroup | null; onChange: (group: NamedGroup) => void }) {
  const { api } = useDoors();
  const app = useApp();
  const [query, setQuery] = useState("");
  const found = useQuery(liveQueries.groups(api, app.id, useSettled(query)));
  const items = (found.data?.items ?? []).map(({ external_id, attributes: { name } }) =>
    typeof name === "string"
      ? { id: external_id, label: name, hint: external_id }
      : { id: external_id, label: external_id },
  );
  return (
    <Field label={t("Group")}>
      <ComboboxSelect
        label={t("Group")}
        items={items}
        value={value}
        onChange={onChange}
        onQuery={setQuery}
        placeholder={t("Find a group")}
        empty={found.isFetching ? t("Searching…") : t("No group has this name.")}
        choose={t("Choose a group")}
      />
    </Field>
  );
}
