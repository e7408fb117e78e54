import { limits } from "@fanfare/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { queries } from "../../../lib/queries/queries.ts";
import { ChipsCombobox } from "../../../ui/combobox/chips-combobox.tsx";
import type { ComboboxItem } from "../../../ui/combobox/item-label.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Dialog, type DialogState } from "../../../ui/overlay/dialog.tsx";
import { useEditor } from "../state/editor-context.ts";

interface RequestReviewProps extends DialogState {
  readonly busy: boolean;
  readonly onSend: (reviewers: readonly string[]) => void;
}

/** Chooses who is asked to approve the draft. */
export function RequestReview({ open, onOpenChange, busy, onSend }: RequestReviewProps) {
  const { state } = useEditor();
  const { api } = useAppContext();
  const app = useApp();
  const { data, isPending } = useQuery(queries.reviewers(api, app.id, state.server.id));
  const [chosen, setChosen] = useState<readonly ComboboxItem[]>([]);
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().toLowerCase();
  const items = (data?.items ?? [])
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .map(({ id, name }) => ({ id, label: name }));
  const is_full = chosen.length > limits.reviewers_max;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Request review")}
      description={t("Your reviewers get an email. Any member who can publish in {app} may still approve.", {
        app: app.name,
      })}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
          <Button variant="primary" busy={busy} disabled={is_full} onClick={() => onSend(chosen.map(({ id }) => id))}>
            {t("Request review")}
          </Button>
        </>
      }
    >
      <Field
        label={t("Reviewers")}
        hint={t("Leave empty to ask everyone who can approve.")}
        error={is_full ? t("Choose at most {n} reviewers.", { n: limits.reviewers_max }) : undefined}
      >
        <ChipsCombobox
          label={t("Reviewers")}
          items={items}
          value={chosen}
          onChange={setChosen}
          query={typed}
          onQuery={setTyped}
          placeholder={t("Search members")}
          searching={isPending}
          none={t("No other member can approve this draft")}
        />
      </Field>
    </Dialog>
  );
}
