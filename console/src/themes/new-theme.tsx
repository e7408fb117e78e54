import { deriveTheme } from "@fanfare/contract/theme-derive";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { ApiProblem } from "../api-problem.ts";
import { useApp, useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { Button } from "../ui/button.tsx";
import { ColorField } from "../ui/color-field.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { Input } from "../ui/input.tsx";
import { themesAll } from "./queries.ts";
import { ThemeSwatch } from "./swatch.tsx";

interface NewThemeProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** A whole theme from one colour. */
export function NewTheme({ open, onOpenChange }: NewThemeProps) {
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("New theme")}
      description={t(
        "Say your brand’s colour. All others are worked out from it, in light and in dark, so that everybody can read them; you change what you like.",
      )}
    >
      <NewThemeForm onCancel={() => onOpenChange(false)} />
    </FormDialog>
  );
}

/** Mounted with the dialog: what was typed is gone when it closes. */
function NewThemeForm({ onCancel }: { readonly onCancel: () => void }) {
  const { api } = useDoors();
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
    if (name.trim() === "") return setWrong(t("Give it a name."));
    setWrong(undefined);
    setFailed(undefined);
    setBusy(true);
    try {
      const { id } = await api.createTheme({
        name: name.trim(),
        theme: { ...theme, fonts: [], confetti: [...theme.confetti] },
      });
      await client.invalidateQueries(themesAll);
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
      <ColorField label={t("Brand colour")} value={brand} onChange={setBrand} />
      <ThemeSwatch theme={theme} className="h-36 w-full" />
      <DialogFoot>
        <Button onClick={onCancel}>{t("Cancel")}</Button>
        <Button type="submit" look="primary" busy={busy}>
          {t("Create theme")}
        </Button>
      </DialogFoot>
    </form>
  );
}
