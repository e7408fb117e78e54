import { newAppSchema } from "@fanfare/contract/schema/accounts/new-app";
import type { CreatedAppResponse } from "@fanfare/contract/schema/responses/accounts/new-app";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { z } from "zod";
import { useAppContext } from "../../lib/app-context.ts";
import { suggestedSourceLocale } from "../../lib/i18n/locale-options.ts";
import { t } from "../../lib/i18n/t.ts";
import { ME } from "../../lib/queries/frame.ts";
import { LanguageField } from "../../ui/combobox/language-field.tsx";
import { Button } from "../../ui/elements/button.tsx";
import { SecretOnce } from "../../ui/elements/secret-once.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { useZodForm } from "../../ui/forms/use-zod-form.ts";
import type { DialogState } from "../../ui/overlay/dialog.tsx";
import { DialogFooter } from "../../ui/overlay/dialog-footer.tsx";
import { DialogForm } from "../../ui/overlay/dialog-form.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";

/** Takes a name, and shows the new app's ID, key, and secret. */
export function CreateAppDialog({ open, onOpenChange }: DialogState) {
  const [made, setMade] = useState<CreatedAppResponse>();
  const change = (next: boolean): void => {
    if (next) setMade(undefined);
    onOpenChange(next);
  };
  return (
    <FormDialog
      open={open}
      onOpenChange={change}
      title={made === undefined ? t("New app") : t("{name} created", { name: made.name })}
      description={
        made === undefined
          ? t("An app is one environment of your product, with its own people, secrets, and published content.")
          : t("Copy the secret for your backend now. You won’t see it again.")
      }
      firm={made !== undefined}
    >
      {made === undefined ? (
        <CreateAppForm onMade={setMade} onCancel={() => onOpenChange(false)} />
      ) : (
        <CreatedApp made={made} onDone={() => onOpenChange(false)} />
      )}
    </FormDialog>
  );
}

const formSchema = newAppSchema.pick({ name: true }).extend({
  name: z.string().trim().min(1, t("Enter an app name.")).max(120),
  key: z.union([z.literal(""), newAppSchema.shape.key.unwrap()]),
});

function CreateAppForm(props: { readonly onMade: (made: CreatedAppResponse) => void; readonly onCancel: () => void }) {
  const { api } = useAppContext();
  const client = useQueryClient();
  const [source_locale, setSourceLocale] = useState(() => suggestedSourceLocale(navigator.languages));
  const { form, submit, busy, problem, errorOf } = useZodForm({
    schema: formSchema,
    defaultValues: { name: "", key: "" },
    mode: "onTouched",
    send: async ({ name, key }) => {
      const body = { name, source_locale, ...(key === "" ? {} : { key }) };
      const made = await api.call("POST /api/apps", { body });
      props.onMade(made);
      await client.invalidateQueries(ME);
    },
    onRefused: ({ code }, { setError }) => {
      if (code === "app_taken") setError("key", { message: t("This app key is taken. Enter another one.") });
      return code === "app_taken";
    },
  });
  return (
    <DialogForm onSubmit={submit} problem={problem} action={t("Create app")} busy={busy} onCancel={props.onCancel}>
      <Field label={t("Name")} error={errorOf("name")}>
        <Input autoFocus autoComplete="off" placeholder={t("Staging")} {...form.register("name")} />
      </Field>
      <Field label={t("Source language")} hint={t("The language that you write content in.")}>
        <LanguageField
          label={t("Source language")}
          value={source_locale}
          placeholder={t("Select a language")}
          onChange={setSourceLocale}
        />
      </Field>
      <Field
        label={t("App key")}
        optional
        hint={t("Pages use this key to connect to the app. Leave empty to generate a key.")}
        error={errorOf("key")}
      >
        <Input
          dir="ltr"
          className="font-mono text-sm"
          autoComplete="off"
          spellCheck={false}
          {...form.register("key")}
        />
      </Field>
    </DialogForm>
  );
}

function CreatedApp({ made, onDone }: { readonly made: CreatedAppResponse; readonly onDone: () => void }) {
  const navigate = useNavigate();
  const open = async (): Promise<void> => {
    onDone();
    await navigate({ to: "/$app/settings/install", params: { app: made.id }, search: {} });
  };
  return (
    <>
      <SecretOnce label={t("App ID")} value={made.id} />
      <SecretOnce label={t("App key")} value={made.key} />
      <SecretOnce label={t("Secret")} value={made.secret} />
      <DialogFooter>
        <Button onClick={onDone}>{t("I’ve copied it")}</Button>
        <Button variant="primary" onClick={() => void open()}>
          {t("Install Fanfare")}
        </Button>
      </DialogFooter>
    </>
  );
}
