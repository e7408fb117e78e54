import type { ImageBlock } from "@fanfare/contract/content/block";
import { limits } from "@fanfare/contract/limits";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { t } from "../../../lib/i18n/t.ts";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { DialogForm } from "../../../ui/overlay/dialog-form.tsx";
import { FormDialog } from "../../../ui/overlay/form-dialog.tsx";
import { ImageLibrary } from "./image-library.tsx";
import { ImageUpload } from "./image-upload.tsx";
import { useImages } from "./use-images.ts";

/** What the dialog starts with: a file that was pasted or dropped, or an image of the text. */
export interface ImageRequest {
  readonly file?: File | undefined;
  readonly image?: ImageBlock | undefined;
}

interface ImageDialogProps {
  /** Undefined: closed. */
  readonly request: ImageRequest | undefined;
  readonly onClose: () => void;
  readonly onDone: (image: ImageBlock) => void;
}

export function ImageDialog({ request, onClose, onDone }: ImageDialogProps) {
  return (
    <FormDialog
      open={request !== undefined}
      onOpenChange={onClose}
      size="lg"
      title={request?.image === undefined ? t("Add image") : t("Edit image")}
      description={t("Images are converted to WebP and served by Fanfare.")}
    >
      {request !== undefined && <ImageForm request={request} onClose={onClose} onDone={onDone} />}
    </FormDialog>
  );
}

function ImageForm({ request, onClose, onDone }: ImageDialogProps & { readonly request: ImageRequest }) {
  const { image, file } = request;
  const [url, setUrl] = useState(image?.url ?? "");
  const [alt, setAlt] = useState(image?.alt ?? "");
  const [decorative, setDecorative] = useState(image?.decorative === true);
  const [sent, setSent] = useState(false);
  const images = useImages(setUrl);
  const { upload } = images;
  const started = useRef(false);
  useEffect(() => {
    // React's strict mode runs effects twice.
    if (file === undefined || started.current) return;
    started.current = true;
    void upload(file);
  }, [file, upload]);
  const missing_alt = !decorative && alt.trim() === "";
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Not the form around the dialog.
    event.stopPropagation();
    setSent(true);
    if (url.trim() === "" || missing_alt) return;
    onDone({ kind: "image", url: url.trim(), ...(decorative ? { alt: "", decorative } : { alt: alt.trim() }) });
  };
  return (
    <DialogForm
      onSubmit={submit}
      problem={images.problem}
      problem_title={images.problem_title}
      action={image === undefined ? t("Add image") : t("Save image")}
      busy={images.busy}
      onCancel={onClose}
    >
      <ImageUpload
        busy={images.busy}
        onFile={(chosen) => void upload(chosen)}
        onWrong={images.reject}
        wrong={images.wrong}
      />
      <ImageLibrary chosen={url} onChoose={setUrl} onDelete={(id) => void images.remove(id)} busy={images.busy} />
      <Field
        label={t("Image URL")}
        hint={t("Filled in by your selection. For images of other hosts, enter the URL.")}
        error={sent && url.trim() === "" ? t("Upload or select an image, or enter its URL.") : undefined}
      >
        <Input type="url" dir="ltr" spellCheck={false} value={url} onChange={(event) => setUrl(event.target.value)} />
      </Field>
      <Field
        label={t("Description")}
        hint={t("For people who can’t see the image. Describe what matters in it.")}
        error={
          sent && missing_alt
            ? t("Describe the image for people who can't see it, or mark it as decorative.")
            : undefined
        }
        disabled={decorative}
      >
        <Input
          value={decorative ? "" : alt}
          disabled={decorative}
          maxLength={limits.picture_alt_chars_max}
          onChange={(event) => setAlt(event.target.value)}
        />
      </Field>
      <Checkbox
        label={t("Decorative")}
        hint={t("Screen readers skip the image.")}
        checked={decorative}
        onChange={setDecorative}
      />
    </DialogForm>
  );
}
