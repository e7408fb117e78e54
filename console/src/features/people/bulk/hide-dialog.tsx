import { systemClock } from "@fanfare/contract/lib/clock";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ContentPicker } from "../../../components/content/content-picker.tsx";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { queries } from "../../../lib/queries/queries.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import type { BulkDialogProps } from "./recipients.ts";

const DAYS = [7, 30, 90, limits.suppression_days_default] as const;
const DAYS_OPTIONS = DAYS.map((days) => ({ value: String(days), label: tCount(days, "{n} day", "{n} days") }));

interface HideDialogProps extends BulkDialogProps {
  /** `expires_at` is ISO 8601. */
  readonly onChoose: (choice: {
    readonly content_id: string;
    readonly name: string;
    readonly expires_at: string;
  }) => void;
}

export function HideDialog({ open, onOpenChange, people, onChoose }: HideDialogProps) {
  const [content_id, setContent] = useState("");
  const [days, setDays] = useState(String(limits.suppression_days_default));
  const nameOfContent = useContentName();
  const choose = async (): Promise<void> => {
    const expires_at = new Date(systemClock.now() + Number(days) * DAY_MS).toISOString();
    onChoose({ content_id, name: await nameOfContent(content_id), expires_at });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Hide content")}
      description={people}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
          <Button variant="primary" disabled={content_id === ""} onClick={() => void choose()}>
            {t("Hide##from people")}
          </Button>
        </>
      }
    >
      <Field label={t("Content##one")}>
        <ContentPicker label={t("Content##one")} by="id" value={content_id} onChange={setContent} />
      </Field>
      <Field label={t("Duration")} hint={t("Works like “Do not show again”. You can undo this at any time.")}>
        <Select value={days} options={DAYS_OPTIONS} onChange={setDays} />
      </Field>
    </Dialog>
  );
}

const WHAT = [
  { value: "one", label: t("One item") },
  { value: "all", label: t("Everything") },
] as const;

interface ShowDialogProps extends BulkDialogProps {
  /** Undefined for everything that is hidden. */
  readonly onChoose: (content: { readonly id: string; readonly name: string } | undefined) => void;
}

export function ShowDialog({ open, onOpenChange, people, onChoose }: ShowDialogProps) {
  const [what, setWhat] = useState<"one" | "all">("one");
  const [id, setId] = useState("");
  const nameOfContent = useContentName();
  const choose = async (): Promise<void> =>
    onChoose(what === "all" ? undefined : { id, name: await nameOfContent(id) });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Show again##title")}
      description={people}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
          <Button variant="primary" disabled={what === "one" && id === ""} onClick={() => void choose()}>
            {t("Show again")}
          </Button>
        </>
      }
    >
      <Segmented
        label={t("Content##is shown again")}
        value={what}
        options={WHAT}
        onChange={setWhat}
        className="self-start"
      />
      {what === "one" ? (
        <Field label={t("Content##one")}>
          <ContentPicker label={t("Content##one")} by="id" value={id} onChange={setId} />
        </Field>
      ) : (
        <p className="text-sm text-ink-2">
          {t("Shows all content that these people hid or snoozed, or that members hid from them.")}
        </p>
      )}
    </Dialog>
  );
}

/** The picker has just loaded the content, so it's cached. */
function useContentName(): (id: string) => Promise<string> {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  return async (id) => (await client.ensureQueryData(queries.content(api, app.id, id))).name;
}
