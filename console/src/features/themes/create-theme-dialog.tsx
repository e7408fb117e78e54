import { putThemeRequestSchema } from "@fanfare/contract/schema/content/theme";
import { deriveTheme } from "@fanfare/contract/theme/derive-theme";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { z } from "zod";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { themeQueryFilter } from "../../lib/queries/themes.ts";
import { ThemeSwatch } from "../../ui/elements/theme-swatch.tsx";
import { ColorField } from "../../ui/forms/color-field.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { zodResolver } from "../../ui/forms/zod-resolver.ts";
import { DialogForm } from "../../ui/overlay/dialog-form.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";

const formSchema = z.object({ name: putThemeRequestSchema.shape.name, brand: z.string() });

interface CreateThemeDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function CreateThemeDialog({ open, onOpenChange }: CreateThemeDialogProps) {
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("New theme")}
      description={t(
        "Enter your brand color. Fanfare generates readable light and dark colors from it, and you can change them.",
      )}
    >
      <CreateThemeForm onCancel={() => onOpenChange(false)} />
    </FormDialog>
  );
}

/** Mounts with the dialog, so closing it discards the form. */
function CreateThemeForm({ onCancel }: { readonly onCancel: () => void }) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [failed, setFailed] = useState<ApiProblem>();
  const form = useForm<z.input<typeof formSchema>>({
    resolver: zodResolver(formSchema),
    defaultValues: { name: "", brand: "#0f766e" },
  });
  const { errors, isSubmitting } = form.formState;
  const theme = deriveTheme(form.watch("brand"));
  const submit = form.handleSubmit(async ({ name }) => {
    setFailed(undefined);
    try {
      const { id } = await api.call("POST /api/themes", {
        body: { name, theme: { ...theme, fonts: [], confetti: [...theme.confetti] } },
      });
      await client.invalidateQueries(themeQueryFilter);
      await navigate({ to: "/$app/themes/$id", params: { app: app.id, id } });
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code === "name_taken") form.setError("name", { message: problem.detail });
      else setFailed(problem);
    }
  });

  return (
    <DialogForm onSubmit={submit} problem={failed} action={t("Create theme")} busy={isSubmitting} onCancel={onCancel}>
      <Field label={t("Name")} error={errors.name?.message}>
        <Input autoFocus placeholder={t("Brand")} {...form.register("name")} />
      </Field>
      <Controller
        control={form.control}
        name="brand"
        render={({ field }) => <ColorField label={t("Brand color")} {...field} />}
      />
      <ThemeSwatch theme={theme} className="h-36 w-full" />
    </DialogForm>
  );
}
