import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { realtimeQueries } from "../../../lib/queries/realtime.ts";
import { useDebouncedValue } from "../../../lib/use-debounced-value.ts";
import { ComboboxSelect } from "../../../ui/combobox/combobox-select.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import type { NamedGroup } from "./actions.ts";
import type { BulkDialogProps } from "./recipients.ts";

interface GroupDialogProps extends BulkDialogProps {
  readonly way: "in" | "out";
  readonly onChoose: (group: NamedGroup) => void;
}

export function GroupDialog({ open, onOpenChange, people, way, onChoose }: GroupDialogProps) {
  const [group, setGroup] = useState<NamedGroup | null>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={way === "in" ? t("Add to group") : t("Remove from group")}
      description={people}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
          <Button variant="primary" disabled={group === null} onClick={() => group !== null && onChoose(group)}>
            {way === "in" ? t("Add##to a group") : t("Remove")}
          </Button>
        </>
      }
    >
      <GroupField value={group} onChange={setGroup} />
    </Dialog>
  );
}

function GroupField({ value, onChange }: { readonly value: NamedGroup | null; onChange: (group: NamedGroup) => void }) {
  const { api } = useAppContext();
  const app = useApp();
  const [query, setQuery] = useState("");
  const found = useQuery(realtimeQueries.groups(api, app.id, useDebouncedValue(query)));
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
        searching={found.isFetching}
        none={t("No groups yet")}
        choose={t("Select a group")}
      />
    </Field>
  );
}
