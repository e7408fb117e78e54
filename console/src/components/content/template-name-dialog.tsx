import { limits } from "@fanfare/contract/limits";
import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";
import type { TemplateSummary } from "@fanfare/contract/schema/responses/content/template";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { templateQueries } from "../../lib/queries/templates.ts";
import { toast } from "../../lib/toast.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import type { DialogState } from "../../ui/overlay/dialog.tsx";
import { DialogForm } from "../../ui/overlay/dialog-form.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";

/** What is named: content to save as a template, or a saved template. */
export type NamedTemplate =
  | { readonly kind: "content"; readonly content: Pick<ContentSummary, "id" | "name"> }
  | { readonly kind: "saved"; readonly template: TemplateSummary };

export interface TemplateNameDialogProps extends DialogState {
  readonly of: NamedTemplate;
}

/** Saves content as a template of the workspace, or renames one. */
export function TemplateNameDialog({ of, ...state }: TemplateNameDialogProps) {
  return (
    <FormDialog {...state} title={of.kind === "content" ? t("Save as template") : t("Rename template")}>
      <TemplateNameForm of={of} onClose={() => state.onOpenChange(false)} />
    </FormDialog>
  );
}

/** Mounts with the dialog, so closing it discards the form. */
function TemplateNameForm({ of, onClose }: { readonly of: NamedTemplate; readonly onClose: () => void }) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const [name, setName] = useState(of.kind === "content" ? of.content.name : of.template.name);
  const [description, setDescription] = useState(of.kind === "content" ? "" : of.template.description);
  const save = useMutation({
    mutationFn: () =>
      of.kind === "content"
        ? api.call("POST /api/templates", {
            query: { app_id: app.id },
            body: { content_id: of.content.id, name, description },
          })
        : api.call("PATCH /api/templates/:id", {
            ...{ params: { id: of.template.id }, revision: of.template.revision },
            body: { name, description },
          }),
    onSuccess: async () => {
      toast.done({ title: of.kind === "content" ? t("Template saved") : t("Template renamed") });
      await client.invalidateQueries(templateQueries.all(api));
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== "") save.mutate();
  };
  return (
    <DialogForm
      onSubmit={submit}
      problem={save.error === null ? undefined : asProblem(save.error)}
      action={of.kind === "content" ? t("Save template") : t("Save")}
      busy={save.isPending}
      disabled={name.trim() === ""}
      onCancel={onClose}
    >
      <Field
        label={t("Name")}
        hint={of.kind === "content" ? t("All members see the template in the gallery.") : undefined}
      >
        <Input autoFocus maxLength={limits.content_name_chars_max} value={name} onValueChange={setName} />
      </Field>
      <Field label={t("Description")} optional hint={t("When to use it.")}>
        <Input maxLength={limits.template_description_chars_max} value={description} onValueChange={setDescription} />
      </Field>
    </DialogForm>
  );
}
