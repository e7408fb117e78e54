import { deriveTheme } from "@fanfare/contract/theme/derive-theme";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { themeQueryFilter } from "../../lib/queries/themes.ts";
import { Button } from "../../ui/elements/button.tsx";
import { ThemeSwatch } from "../../ui/elements/theme-swatch.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { ColorField } from "../../ui/forms/color-field.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { DialogFooter } from "../../ui/overlay/dialog-footer.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";

interface CreateThemeDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** A whole theme from one colour. */
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

/** Mounted with the dialog: what was typed is gone when it closes. */
function CreateThemeForm({ onCancel }: { readonly onCancel: () => void }) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [brand, setBrand] = useState("#0f766e");
  const [wrong, setWrong] = useState<string>();
  const [failed, setFailed] = useState<ApiProblem>();
  const [busy, setBusy] = useState(false);
  const theme = deriveTheme(brand);

  const create = async (): Promise<void> => {
    if (name.trim() === "") return setWrong(t("Enter a name."));
    setWrong(undefined);
    setFailed(undefined);
    setBusy(true);
    try {
      const { id } = await api.call("POST /api/themes", {
        body: {
          name: name.trim(),
          theme: { ...theme, fonts: [], confetti: [...theme.confetti] },
        },
      });
      await client.invalidateQueries(themeQueryFilter);
      await navigate({ to: "/$app/themes/$id", params: { app: app.id, id } });
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code === "name_taken") setWrong(problem.detail);
      else setFailed(problem);
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void create();
  };

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <FormProblem problem={failed} />
      <Field label={t("Name")} error={wrong}>
        <Input autoFocus placeholder={t("Brand")} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <ColorField label={t("Brand color")} value={brand} onChange={setBrand} />
      <ThemeSwatch theme={theme} className="h-36 w-full" />
      <DialogFooter>
        <Button onClick={onCancel}>{t("Cancel")}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {t("Create theme")}
        </Button>
      </DialogFooter>
    </form>
  );
}
