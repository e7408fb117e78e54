import { type Captions, VIDEO_RATIOS } from "@fanfare/contract/content/block";
import { limits } from "@fanfare/contract/limits";
import { Trash2 } from "lucide-react";
import { t, tKnown } from "../../../lib/i18n/t.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { AddButton } from "../../../ui/forms/add-button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { ImageLibrary } from "../images/image-library.tsx";
import { ImageUpload } from "../images/image-upload.tsx";
import { useImages } from "../images/use-images.ts";
import type { MediaForm } from "./media-form.ts";

interface MediaFieldsProps {
  readonly form: MediaForm;
  readonly onChange: (part: Partial<MediaForm>) => void;
  readonly problem: string | undefined;
}

export function VideoFields({ form, onChange, problem }: MediaFieldsProps) {
  const images = useImages((poster) => onChange({ poster }));
  const failed = images.problem?.message;
  return (
    <>
      <Field label={t("Shape")}>
        <Select
          value={form.ratio}
          onChange={(ratio) => onChange({ ratio })}
          options={VIDEO_RATIOS.map((ratio) => ({ value: ratio, label: ratio }))}
        />
      </Field>
      <Field
        label={t("Poster image (optional)")}
        hint={t("Shown until the video plays. Without one, Fanfare draws a placeholder.")}
        error={problem === undefined ? failed : tKnown(problem)}
      >
        <Input
          type="url"
          dir="ltr"
          spellCheck={false}
          value={form.poster}
          onChange={(event) => onChange({ poster: event.target.value })}
        />
      </Field>
      <ImageUpload
        busy={images.busy}
        onFile={(file) => void images.upload(file)}
        onWrong={images.reject}
        wrong={images.wrong}
      />
      <ImageLibrary
        chosen={form.poster}
        onChoose={(poster) => onChange({ poster })}
        onDelete={(id) => void images.remove(id)}
        busy={images.busy}
      />
    </>
  );
}

export function EmbedFields({ form, onChange, problem }: MediaFieldsProps) {
  return (
    <Field label={t("Height")} error={problem === undefined ? undefined : tKnown(problem)}>
      <NumberInput
        value={form.height_px}
        min={limits.embed_height_px_min}
        max={limits.embed_height_px_max}
        unit={t("px")}
        onChange={(height_px) => onChange({ height_px })}
      />
    </Field>
  );
}

/** Text tracks of a file. */
export function CaptionsFields({ form: { captions }, onChange, problem }: MediaFieldsProps) {
  const change = (index: number, part: Partial<Captions>): void =>
    onChange({ captions: captions.map((each, at) => (at === index ? { ...each, ...part } : each)) });
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t("Captions")}</legend>
      {captions.map(({ url, language }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own
        <div key={index} className="flex items-end gap-2">
          <Field label={t("WebVTT file")} className="min-w-0 flex-1">
            <Input
              type="url"
              dir="ltr"
              spellCheck={false}
              value={url}
              onChange={(event) => change(index, { url: event.target.value })}
            />
          </Field>
          <Field label={t("Language")} className="w-24">
            <Input
              dir="ltr"
              spellCheck={false}
              value={language}
              onChange={(event) => change(index, { language: event.target.value })}
            />
          </Field>
          <Button
            variant="ghost"
            icon={<Trash2 />}
            aria-label={t("Remove captions {number}", { number: index + 1 })}
            onClick={() => onChange({ captions: captions.filter((_, at) => at !== index) })}
          />
        </div>
      ))}
      {problem !== undefined && <p className="text-sm text-negative-text">{tKnown(problem)}</p>}
      {captions.length < limits.captions_max && (
        <AddButton onAdd={() => onChange({ captions: [...captions, { url: "", language: "en" }] })}>
          {t("Add captions")}
        </AddButton>
      )}
    </fieldset>
  );
}
