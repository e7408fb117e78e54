import type { CreatedToken, CreateTokenRequest } from "@fanfare/contract/schema/token";
import { createTokenRequestSchema } from "@fanfare/contract/schema/token";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
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
import { Select } from "../../ui/select.tsx";
import { settingsCalls } from "../calls.ts";
import { TOKENS } from "../queries.ts";
import { wordsFor } from "../use-app-edit.ts";
import { ScopeChoice } from "./scope-choice.tsx";

const ENDS = [
  { value: "30", label: t("In 30 days") },
  { value: "90", label: t("In 90 days") },
  { value: "365", label: t("In a year") },
  { value: "never", label: t("When it is revoked") },
] as const;
type End = (typeof ENDS)[number]["value"];

interface NewTokenProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** A name and scopes in, a token out, once. */
export function NewToken({ open, onOpenChange }: NewTokenProps) {
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
      title={made === undefined ? t("New API token") : t("{name} is ready", { name: made.name })}
      description={
        made === undefined
          ? t("Give it as little as its script needs: what leaks can do no more.")
          : t("The token is shown this once: only its hash is kept.")
      }
      firm={made !== undefined}
    >
      {made === undefined ? (
        <TokenForm onMade={setMade} onCancel={() => onOpenChange(false)} />
      ) : (
        <>
          <SecretOnce label={t("Token")} value={made.token} />
          <DialogFoot>
            <Button look="primary" onClick={() => onOpenChange(false)}>
              {t("I have copied it")}
            </Button>
          </DialogFoot>
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
  const { api } = useDoors();
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly string[]>([]);
  const [end, setEnd] = useState<End>("90");
  const [tried, setTried] = useState(false);
  const create = useMutation({
    mutationFn: (body: CreateTokenRequest) => settingsCalls(api).createToken(body),
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
      <Field label={t("What it is for")} error={wordsOf("name") ?? wordsFor(problem, "/name")}>
        <Input
          autoFocus
          autoComplete="off"
          placeholder={t("Publishing from CI")}
          value={name}
          onValueChange={setName}
        />
      </Field>
      <ScopeChoice scopes={scopes} onChange={setScopes} error={wordsOf("scopes")} />
      <Field label={t("It ends")} className="w-56 max-w-full">
        <Select value={end} options={ENDS} onChange={setEnd} />
      </Field>
      <DialogFoot>
        <Button onClick={onCancel}>{t("Cancel")}</Button>
        <Button type="submit" look="primary" busy={create.isPending}>
          {t("Create token")}
        </Button>
      </DialogFoot>
    </form>
  );
}
