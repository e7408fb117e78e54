import { LIVE_UPDATE_PRIORITIES } from "@fanfare/contract/live-update";
import type { LiveUpdate } from "@fanfare/contract/schema/live-update";
import { Send } from "lucide-react";
import type { ReactNode } from "react";
import { asIs, t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { ChoiceCards } from "../ui/choice-cards.tsx";
import { cx } from "../ui/cx.ts";
import { Field } from "../ui/field.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { Input } from "../ui/input.tsx";
import { LeaveGuard } from "../ui/leave-guard.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Select } from "../ui/select.tsx";
import { SwitchField } from "../ui/switch.tsx";
import { AudienceField } from "./audience-field.tsx";
import { BodyFields, type DraftFieldsProps } from "./body-fields.tsx";
import { canBeAnswered, EMPTY_DRAFT, type Named, previewBodyOf, TIMES_TO_LIVE } from "./draft.ts";
import { KIND_ORDER, KINDS } from "./kinds.tsx";
import { UpdatePreview } from "./preview.tsx";
import { useUpdateForm } from "./use-update-form.ts";

const KIND_OPTIONS = KIND_ORDER.map((value) => {
  const { label, hint, icon: Icon } = KINDS[value];
  return { value, label, hint, icon: <Icon /> };
});
const PRIORITY_WORDS = { low: t("Low"), normal: t("Normal##priority"), high: t("High") } as const;
const PRIORITY_OPTIONS = LIVE_UPDATE_PRIORITIES.map((value) => ({ value, label: PRIORITY_WORDS[value] }));
const TTL_OPTIONS = TIMES_TO_LIVE.map(({ value, label }) => ({ value: String(value), label }));

interface ComposeFormProps {
  /** For these people alone: whom it is for is not asked. */
  readonly people?: readonly Named[];
  readonly onSent: (update: LiveUpdate) => void;
  /** Where there is room for the preview. */
  readonly preview?: "beside" | "below";
}

/** Writes a live update and sends it: what it says, to whom, for how long, with a preview as people will see it. */
export function ComposeForm({ people, onSent, preview = "below" }: ComposeFormProps) {
  const first = people === undefined ? EMPTY_DRAFT : { ...EMPTY_DRAFT, audience: "people" as const, people };
  const { fields, onSubmit, busy, failed } = useUpdateForm({
    first,
    done: { title: t("Sent") },
    kept: (sent) => ({ ...sent, title: "", text: "", action_label: "", action_href: "" }),
    onSent,
  });
  const { draft, onChange } = fields;
  const written = [draft.title, draft.text, draft.action_label, draft.action_href].some((text) => text.trim() !== "");

  return (
    <form
      onSubmit={onSubmit}
      noValidate
      aria-label={t("New live update")}
      className={cx("grid gap-6", preview === "beside" && "xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] xl:gap-10")}
    >
      {preview === "beside" && (
        <LeaveGuard by_search unsaved={() => written} lost={t("What you wrote here was not sent. Leaving drops it.")} />
      )}
      <div className="flex min-w-0 flex-col gap-6">
        <Part title={t("What")}>
          <ChoiceCards
            label={t("Kind")}
            value={draft.kind}
            options={KIND_OPTIONS}
            onChange={(kind) => onChange({ kind })}
            dense
          />
          <BodyFields {...fields} />
        </Part>
        {people === undefined && (
          <Part title={t("To whom")}>
            <AudienceField {...fields} />
          </Part>
        )}
        <Part title={t("How")}>
          <DeliveryFields {...fields} />
        </Part>
        <FormProblem problem={failed} title={t("It was not sent")} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look="primary" size="lg" icon={<Send className="rtl:-scale-x-100" />} busy={busy}>
            {t("Send now")}
          </Button>
          <p className="text-sm text-ink-3">{t("It is on open pages within seconds, and cannot be taken back.")}</p>
        </div>
      </div>
      <UpdatePreview body={previewBodyOf(draft)} className="min-w-0 xl:sticky xl:top-6 xl:self-start" />
    </form>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <h3 className="text-md font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function DeliveryFields({ draft, onChange, problems }: DraftFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("Time to live")} hint={t("Who comes later than this does not get it.")}>
          <Select
            value={String(draft.ttl_s)}
            options={TTL_OPTIONS}
            onChange={(ttl) => onChange({ ttl_s: Number(ttl) })}
          />
        </Field>
        <Field
          label={t("Collapse key")}
          optional
          hint={t("Of those with one key, only the newest is shown.")}
          error={problems.get("collapse_key")}
        >
          <Input
            dir="ltr"
            className="font-mono"
            value={draft.collapse_key}
            placeholder={asIs("maintenance")}
            onChange={(event) => onChange({ collapse_key: event.target.value })}
          />
        </Field>
      </div>
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-medium" aria-hidden="true">
          {t("Priority")}
        </span>
        <Segmented
          label={t("Priority")}
          value={draft.priority}
          options={PRIORITY_OPTIONS}
          onChange={(priority) => onChange({ priority })}
          className="self-start max-sm:w-full"
        />
      </div>
      {canBeAnswered(draft.kind) && (
        <SwitchField
          label={t("Must be acknowledged")}
          hint={t("It stays, and comes again on the next page, until it is acted on or dismissed.")}
          checked={draft.require_ack}
          onChange={(require_ack) => onChange({ require_ack })}
        />
      )}
      <SwitchField
        label={t("On one device only")}
        hint={t("The first device that takes it shows it; otherwise each device does, once.")}
        checked={draft.one_device}
        onChange={(one_device) => onChange({ one_device })}
      />
    </>
  );
}
