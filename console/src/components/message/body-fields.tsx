import { TONES } from "@fanfare/contract/content/tone";
import { limits } from "@fanfare/contract/limits";
import { limitSize } from "../../lib/i18n/limit-size.ts";
import { asIs, t } from "../../lib/i18n/t.ts";
import type { MessageDraft, MessageProblems } from "../../model/message-draft.ts";
import { PRESET_OPTIONS } from "../../model/preset-labels.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Input, Textarea } from "../../ui/forms/input.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { TONE_LABELS } from "./message-kinds.tsx";

const TONE_OPTIONS = TONES.map((value) => ({ value, label: TONE_LABELS[value] }));

export interface DraftFieldsProps {
  readonly draft: MessageDraft;
  readonly onChange: (change: Partial<MessageDraft>) => void;
  readonly problems: MessageProblems;
}

/** What is said: the fields of the kind that was chosen. */
export function BodyFields({ draft, onChange, problems }: DraftFieldsProps) {
  switch (draft.kind) {
    case "toast":
    case "banner":
      return <NoticeFields draft={draft} onChange={onChange} problems={problems} />;
    case "celebration":
      return (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("Effect")}>
            <Select value={draft.preset} options={PRESET_OPTIONS} onChange={(preset) => onChange({ preset })} />
          </Field>
          <Field
            label={t("Description")}
            optional
            hint={t("Read aloud by screen readers.")}
            error={problems.get("body.text")}
          >
            <Input
              value={draft.title}
              maxLength={limits.notice_title_chars_max}
              placeholder={t("Your first order!")}
              onChange={(event) => onChange({ title: event.target.value })}
            />
          </Field>
        </div>
      );
    case "badge":
      return (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t("Badge")}
            hint={t("The name your page uses for this badge.")}
            error={problems.get("body.badge")}
          >
            <Input
              dir="ltr"
              className="font-mono"
              value={draft.name}
              maxLength={limits.live_update_name_chars_max}
              placeholder={asIs("inbox")}
              onChange={(event) => onChange({ name: event.target.value })}
            />
          </Field>
          <Field label={t("Number")} error={problems.get("body.count")}>
            <NumberInput value={draft.count} unit={t("new")} min={0} onChange={(count) => onChange({ count })} />
          </Field>
          <Field label={t("Text label")} optional className="sm:col-span-2" error={problems.get("body.label")}>
            <Input
              value={draft.title}
              maxLength={limits.notice_title_chars_max}
              placeholder={t("3 unread messages")}
              onChange={(event) => onChange({ title: event.target.value })}
            />
          </Field>
        </div>
      );
    case "data":
      return (
        <>
          <Field
            label={t("Name")}
            hint={t("The name your page’s handler listens for.")}
            error={problems.get("body.name")}
          >
            <Input
              dir="ltr"
              className="font-mono"
              value={draft.name}
              maxLength={limits.live_update_name_chars_max}
              placeholder={asIs("prices_changed")}
              onChange={(event) => onChange({ name: event.target.value })}
            />
          </Field>
          <Field
            label={t("Data")}
            hint={t("Enter JSON, at most {size}.", { size: limitSize(limits.live_update_bytes_max) })}
            error={problems.get("body.data") ?? problems.get("body")}
          >
            <Textarea
              dir="ltr"
              className="font-mono text-sm"
              rows={5}
              spellCheck={false}
              value={draft.data}
              onChange={(event) => onChange({ data: event.target.value })}
            />
          </Field>
        </>
      );
  }
}

function NoticeFields({ draft, onChange, problems }: DraftFieldsProps) {
  return (
    <>
      <Field label={t("Title")} optional error={problems.get("body.title")}>
        <Input
          value={draft.title}
          maxLength={limits.notice_title_chars_max}
          placeholder={t("Maintenance tonight")}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Field>
      <Field label={t("Text")} error={problems.get("body.text")}>
        <Textarea
          value={draft.text}
          maxLength={limits.notice_text_chars_max}
          placeholder={t("Fanfare is unavailable from 22:00 to 22:15. Your data is safe.")}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      </Field>
      <div className="flex flex-col gap-1.5">
        <span aria-hidden="true" className="text-sm font-medium">
          {t("Tone")}
        </span>
        <Segmented
          label={t("Tone")}
          value={draft.tone}
          options={TONE_OPTIONS}
          onChange={(tone) => onChange({ tone })}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("Button")} optional error={problems.get("body.action.label")}>
          <Input
            value={draft.action_label}
            maxLength={limits.notice_action_chars_max}
            placeholder={t("Read more")}
            onChange={(event) => onChange({ action_label: event.target.value })}
          />
        </Field>
        <Field
          label={t("Link URL")}
          optional
          hint={t("If empty, clicks are sent to your page’s handler.")}
          error={problems.get("body.action.href")}
        >
          <Input
            dir="ltr"
            className="font-mono"
            value={draft.action_href}
            placeholder={asIs("/news")}
            onChange={(event) => onChange({ action_href: event.target.value })}
          />
        </Field>
      </div>
    </>
  );
}
