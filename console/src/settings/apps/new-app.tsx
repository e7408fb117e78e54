import { type CreatedAppResponse, newAppSchema } from "@fanfare/contract/schema/new-app";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import type { ApiProblem } from "../../api-problem.ts";
import { useDoors } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { Button } from "../../ui/button.tsx";
import { DialogFoot } from "../../ui/dialog-foot.tsx";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { FormProblem } from "../../ui/form-problem.tsx";
import { Input } from "../../ui/input.tsx";
import { SecretOnce } from "../../ui/secret-once.tsx";
import { settingsCalls } from "../calls.ts";
import { ME } from "../queries.ts";

interface NewAppProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** A name in, an id, a key and a secret out. */
export function NewApp({ open, onOpenChange }: NewAppProps) {
  const [made, setMade] = useState<CreatedAppResponse>();
  const change = (next: boolean): void => {
    if (next) setMade(undefined);
    onOpenChange(next);
  };
  return (
    <FormDialog
      open={open}
      onOpenChange={change}
      title={made === undefined ? t("New app") : t("{name} is ready", { name: made.name })}
      description={
        made === undefined
          ? t("An environment of your product, with people, secrets and publications of its own.")
          : t("The secret is shown this once: only its sealed form is kept. Take it to your back end.")
      }
      firm={made !== undefined}
    >
      {made === undefined ? (
        <NewAppForm onMade={setMade} onCancel={() => onOpenChange(false)} />
      ) : (
        <MadeApp made={made} onDone={() => onOpenChange(false)} />
      )}
    </FormDialog>
  );
}

const formSchema = newAppSchema.pick({ name: true }).extend({
  name: z.string().trim().min(1, t("Give the app a name.")).max(120),
  key: z.union([z.literal(""), newAppSchema.shape.key.unwrap()]),
});

function NewAppForm(props: { readonly onMade: (made: CreatedAppResponse) => void; readonly onCancel: () => void }) {
  const { api } = useDoors();
  const client = useQueryClient();
  const [failed, setFailed] = useState<ApiProblem>();
  const form = useForm<z.input<typeof formSchema>>({
    resolver: zodResolver(formSchema),
    defaultValues: { name: "", key: "" },
    mode: "onTouched",
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ name, key }) => {
    setFailed(undefined);
    try {
      const made = await settingsCalls(api).createApp({ name, ...(key === "" ? {} : { key }) });
      props.onMade(made);
      await client.invalidateQueries(ME);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code === "app_taken") form.setError("key", { message: t("Another app has this key.") });
      else setFailed(problem);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <FormProblem problem={failed} />
      <Field label={t("Name")} error={errors.name?.message}>
        <Input autoFocus autoComplete="off" placeholder={t("Staging")} {...form.register("name")} />
      </Field>
      <Field
        label={t("Key")}
        optional
        hint={t("Pages name the app by it. Left empty, one is made.")}
        error={errors.key?.message}
      >
        <Input
          dir="ltr"
          className="font-mono text-sm"
          autoComplete="off"
          spellCheck={false}
          {...form.register("key")}
        />
      </Field>
      <DialogFoot>
        <Button onClick={props.onCancel}>{t("Cancel")}</Button>
        <Button type="submit" look="primary" busy={isSubmitting}>
          {t("Create app")}
        </Button>
      </DialogFoot>
    </form>
  );
}

function MadeApp({ made, onDone }: { readonly made: CreatedAppResponse; readonly onDone: () => void }) {
  const navigate = useNavigate();
  const open = async (): Promise<void> => {
    onDone();
    await navigate({ to: "/$app/settings/install", params: { app: made.id }, search: {} });
  };
  return (
    <>
      <SecretOnce label={t("App id")} value={made.id} />
      <SecretOnce label={t("Key")} value={made.key} />
      <SecretOnce label={t("Secret")} value={made.secret} />
      <DialogFoot>
        <Button onClick={onDone}>{t("I have copied it")}</Button>
        <Button look="primary" onClick={() => void open()}>
          {t("Copied: on to the install snippet")}
        </Button>
      </DialogFoot>
    </>
  );
}
