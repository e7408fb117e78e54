import { limits } from "@fanfare/contract/limits";
import { TONES } from "@fanfare/contract/live-update";
import { PRESET_OPTIONS } from "../celebrations/preset-words.ts";
import { asIs, t } from "../language/t.ts";
import { limitSize } from "../limit-size.ts";
import { Field } from "../ui/field.tsx";
import { Input, Textarea } from "../ui/input.tsx";
import { NumberInput } from "../ui/number-input.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Select } from "../ui/select.tsx";
import type { DraftProblems, UpdateDraft } from "./draft.ts";
import { TONE_WORDS } from "./kinds.tsx";

const TONE_OPTIONS = TONES.map((value) => ({ value, label: TONE_WORDS[value] }));

export interface DraftFieldsProps {
  readonly draft: UpdateDraft;
  readonly onChange: (change: Partial<UpdateDraft>) => void;
  readonly problems: DraftProblems;
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
          <Field label={t("Confetti")}>
            <Select value={draft.preset} options={PRESET_OPTIONS} onChange={(preset) => onChange({ preset })} />
          </Field>
          <Field
            label={t("What is celebrated")}
            optional
            hint={t("Said by screen readers.")}
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
          <Field label={t("Badge")} hint={t("Your page’s own name for the place.")} error={problems.get("body.badge")}>
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
          <Field label={t("In words")} optional className="sm:col-span-2" error={problems.get("body.label")}>
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
          <Field label={t("Name")} hint={t("What your handler listens for.")} error={problems.get("body.name")}>
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
            hint={t("JSON, at most {size}.", { size: limitSize(limits.live_update_bytes_max) })}
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
          placeholder={t("Fanfare rests from 22:00 to 22:15. Nothing of yours is lost.")}
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
          label={t("Leads to")}
          optional
          hint={t("Without it, your page’s handler hears of the press.")}
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
