import type { MediaBlock } from "@fanfare/contract/content/block";
import { type FormEvent, useState } from "react";
import { t, tKnown } from "../../../lib/i18n/t.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { DialogForm } from "../../../ui/overlay/dialog-form.tsx";
import { FormDialog } from "../../../ui/overlay/form-dialog.tsx";
import { CaptionsFields, EmbedFields, VideoFields } from "./media-fields.tsx";
import { checkMedia, type MediaForm, mediaForm, mediaKind, mediaUrl } from "./media-form.ts";

/** What the dialog starts with: a block of the text, or nothing. */
export interface MediaRequest {
  readonly block?: MediaBlock | undefined;
}

interface MediaDialogProps {
  /** Undefined: closed. */
  readonly request: MediaRequest | undefined;
  readonly onClose: () => void;
  readonly onDone: (block: MediaBlock) => void;
}

export function MediaDialog({ request, onClose, onDone }: MediaDialogProps) {
  return (
    <FormDialog
      open={request !== undefined}
      onOpenChange={onClose}
      size="lg"
      title={request?.block === undefined ? t("Add video or page") : t("Edit video or page")}
      description={t("Loads only after people select it. Until then, your page doesn’t contact the other host.")}
    >
      {request !== undefined && <MediaDialogForm block={request.block} onClose={onClose} onDone={onDone} />}
    </FormDialog>
  );
}

function MediaDialogForm({ block, onClose, onDone }: MediaRequest & Omit<MediaDialogProps, "request">) {
  const [form, setForm] = useState(() => mediaForm(block));
  const [sent, setSent] = useState(false);
  const change = (part: Partial<MediaForm>): void => setForm((before) => ({ ...before, ...part }));
  const kind = mediaKind(form.url);
  const checked = checkMedia(form);
  const problemOf = (field: string): string | undefined =>
    sent && "problems" in checked ? checked.problems.get(field) : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Not the form around the dialog.
    event.stopPropagation();
    setSent(true);
    if ("block" in checked) onDone(checked.block);
  };
  const problem = problemOf("url");
  const title_problem = problemOf("title");
  return (
    <DialogForm
      onSubmit={submit}
      problem={undefined}
      problem_title={t("Not added")}
      action={block === undefined ? t("Add to text") : t("Save changes")}
      onCancel={onClose}
    >
      <Field
        label={t("URL")}
        hint={t(
          "A video on YouTube, Vimeo, Loom, or Wistia, a video file, or a page to embed. You can paste embed code.",
        )}
        error={problem === undefined ? undefined : tKnown(problem)}
      >
        <Input
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={form.url}
          onChange={(event) => change({ url: mediaUrl(event.target.value) })}
        />
      </Field>
      {kind !== undefined && (
        <>
          <Field
            label={t("Title")}
            hint={t("Shown below it, and read by screen readers.")}
            error={title_problem === undefined ? undefined : tKnown(title_problem)}
          >
            <Input value={form.title} onChange={(event) => change({ title: event.target.value })} />
          </Field>
          {kind === "embed" ? (
            <EmbedFields form={form} onChange={change} problem={problemOf("height_px")} />
          ) : (
            <VideoFields form={form} onChange={change} problem={problemOf("poster")} />
          )}
          {kind === "file" && <CaptionsFields form={form} onChange={change} problem={problemOf("captions")} />}
        </>
      )}
    </DialogForm>
  );
}
