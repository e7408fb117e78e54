import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { segmentQueries } from "../../../lib/queries/segments.ts";
import { ComboboxSelect } from "../../../ui/combobox/combobox-select.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import type { BulkDialogProps } from "./recipients.ts";

interface ListDialogProps extends BulkDialogProps {
  readonly change: "add" | "remove";
  readonly onChoose: (list: { readonly id: string; readonly name: string }) => void;
}

/** Choice of a segment that is a list. */
export function ListDialog({ open, onOpenChange, people, change, onChoose }: ListDialogProps) {
  const { api } = useAppContext();
  const segments = useQuery(segmentQueries.all(api));
  const [list, setList] = useState<{ readonly id: string; readonly label: string } | null>(null);
  const items = (segments.data?.items ?? [])
    .filter(({ rule }) => rule.kind === "list")
    .map(({ id, name }) => ({ id, label: name }));
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={change === "add" ? t("Add to list") : t("Remove from list")}
      description={people}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
          <Button
            variant="primary"
            disabled={list === null}
            onClick={() => list !== null && onChoose({ id: list.id, name: list.label })}
          >
            {change === "add" ? t("Add##to a list") : t("Remove")}
          </Button>
        </>
      }
    >
      <Field label={t("List")} hint={t("Lists are segments to which you add people yourself.")}>
        <ComboboxSelect
          label={t("List")}
          items={items}
          value={list}
          onChange={setList}
          placeholder={t("Find a list")}
          none={t("No lists yet")}
          choose={t("Select a list")}
        />
      </Field>
    </Dialog>
  );
}
