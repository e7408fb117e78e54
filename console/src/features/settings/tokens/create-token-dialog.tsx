import { createTokenRequestSchema } from "@fanfare/contract/schema/accounts/token";
import type { CreatedToken } from "@fanfare/contract/schema/responses/accounts/token";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Controller } from "react-hook-form";
import { useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { TOKENS } from "../../../lib/queries/settings.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { SecretOnce } from "../../../ui/elements/secret-once.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { requestFrom, useZodForm } from "../../../ui/forms/use-zod-form.ts";
import type { DialogState } from "../../../ui/overlay/dialog.tsx";
import { DialogFooter } from "../../../ui/overlay/dialog-footer.tsx";
import { DialogForm } from "../../../ui/overlay/dialog-form.tsx";
import { FormDialog } from "../../../ui/overlay/form-dialog.tsx";
import { ScopeSelect } from "./scope-select.tsx";

const EXPIRY_OPTIONS = [
  { value: "30", label: t("In 30 days") },
  { value: "90", label: t("In 90 days") },
  { value: "365", label: t("In 1 year") },
  { value: "never", label: t("Never") },
] as const;
type End = (typeof EXPIRY_OPTIONS)[number]["value"];

/** Takes a name and scopes, and shows the token once. */
export function CreateTokenDialog({ open, onOpenChange }: DialogState) {
  const [made, setMade] = useState<CreatedToken>();
  const change = (next: boolean): void => {
    if (next) setMade(undefined);
    onOpenChange(next);
  };
  return (
    <FormDialog
      open={open}
      onOpenChange={change}
      size="lg"
      title={made === undefined ? t("New API token") : t("{name} created", { name: made.name })}
      description={
        made === undefined
          ? t("Grant only the scopes that your script needs.")
          : t("Copy this token now. You won’t see it again.")
      }
      firm={made !== undefined}
    >
      {made === undefined ? (
        <TokenForm onMade={setMade} onCancel={() => onOpenChange(false)} />
      ) : (
        <>
          <SecretOnce label={t("Token")} value={made.token} />
          <DialogFooter>
            <Button variant="primary" onClick={() => onOpenChange(false)}>
              {t("I’ve copied it")}
            </Button>
          </DialogFooter>
        </>
      )}
    </FormDialog>
  );
}

interface TokenFormProps {
  readonly onMade: (token: CreatedToken) => void;
  readonly onCancel: () => void;
}

interface TokenValues {
  name: string;
  scopes: readonly string[];
  end: End;
}

const formSchema = requestFrom(createTokenRequestSchema, ({ name, scopes, end }: TokenValues) => ({
  name,
  scopes: [...scopes],
  expires_in_days: end === "never" ? null : Number(end),
}));

function TokenForm({ onMade, onCancel }: TokenFormProps) {
  const { api } = useAppContext();
  const client = useQueryClient();
  const { form, submit, busy, problem, errorOf } = useZodForm({
    schema: formSchema,
    defaultValues: { name: "", scopes: [], end: "90" },
    send: async (body) => {
      onMade(await api.call("POST /api/tokens", { body }));
      await client.invalidateQueries(TOKENS);
    },
  });
  return (
    <DialogForm onSubmit={submit} problem={problem} action={t("Create token")} busy={busy} onCancel={onCancel}>
      <Field label={t("Name")} error={errorOf("name")}>
        <Input autoFocus autoComplete="off" placeholder={t("Publishing from CI")} {...form.register("name")} />
      </Field>
      <Controller
        control={form.control}
        name="scopes"
        render={({ field: { value, onChange } }) => (
          <ScopeSelect scopes={value} onChange={onChange} error={errorOf("scopes")} />
        )}
      />
      <Field label={t("Expires")} className="w-56 max-w-full">
        <Controller
          control={form.control}
          name="end"
          render={({ field: { value, onChange } }) => (
            <Select value={value} options={EXPIRY_OPTIONS} onChange={onChange} />
          )}
        />
      </Field>
    </DialogForm>
  );
}
