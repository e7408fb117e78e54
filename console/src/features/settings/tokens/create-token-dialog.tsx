import type { CreatedToken, CreateTokenRequest } from "@fanfare/contract/schema/accounts/token";
import { createTokenRequestSchema } from "@fanfare/contract/schema/accounts/token";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { TOKENS } from "../../../lib/queries/settings.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { SecretOnce } from "../../../ui/elements/secret-once.tsx";
import { FormProblem } from "../../../ui/feedback/form-problem.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { DialogFooter } from "../../../ui/overlay/dialog-footer.tsx";
import { FormDialog } from "../../../ui/overlay/form-dialog.tsx";
import { fieldMessage } from "../use-app-edit.ts";
import { ScopeSelect } from "./scope-select.tsx";

const EXPIRY_OPTIONS = [
  { value: "30", label: t("In 30 days") },
  { value: "90", label: t("In 90 days") },
  { value: "365", label: t("In 1 year") },
  { value: "never", label: t("Never") },
] as const;
type End = (typeof EXPIRY_OPTIONS)[number]["value"];

interface CreateTokenDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** A name and scopes in, a token out, once. */
export function CreateTokenDialog({ open, onOpenChange }: CreateTokenDialogProps) {
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

function TokenForm({ onMade, onCancel }: TokenFormProps) {
  const { api } = useAppContext();
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly string[]>([]);
  const [end, setEnd] = useState<End>("90");
  const [tried, setTried] = useState(false);
  const create = useMutation({
    mutationFn: (body: CreateTokenRequest) => api.call("POST /api/tokens", { body }),
    onSuccess: async (token) => {
      onMade(token);
      await client.invalidateQueries(TOKENS);
    },
  });
  const wish = {
    name,
    scopes: [...scopes],
    expires_in_days: end === "never" ? null : Number(end),
  };
  const wrong = createTokenRequestSchema.safeParse(wish).error?.issues ?? [];
  const wordsOf = (field: "name" | "scopes"): string | undefined =>
    tried ? wrong.find(({ path }) => path[0] === field)?.message : undefined;
  const problem = create.error === null ? undefined : asProblem(create.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (wrong.length === 0) create.mutate(wish);
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <FormProblem problem={problem?.fields.length === 0 ? problem : undefined} />
      <Field label={t("Name")} error={wordsOf("name") ?? fieldMessage(problem, "/name")}>
        <Input
          autoFocus
          autoComplete="off"
          placeholder={t("Publishing from CI")}
          value={name}
          onValueChange={setName}
        />
      </Field>
      <ScopeSelect scopes={scopes} onChange={setScopes} error={wordsOf("scopes")} />
      <Field label={t("Expires")} className="w-56 max-w-full">
        <Select value={end} options={EXPIRY_OPTIONS} onChange={setEnd} />
      </Field>
      <DialogFooter>
        <Button onClick={onCancel}>{t("Cancel")}</Button>
        <Button type="submit" variant="primary" busy={create.isPending}>
          {t("Create token")}
        </Button>
      </DialogFooter>
    </form>
  );
}
