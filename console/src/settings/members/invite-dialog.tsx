import type { Role } from "@fanfare/contract/schema/api";
import { type CreatedInvite, createInviteRequestSchema } from "@fanfare/contract/schema/member";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import type { z } from "zod";
import type { ApiProblem } from "../../api-problem.ts";
import { useDoors, useMe } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceCards } from "../../ui/choice-cards.tsx";
import { DialogFoot } from "../../ui/dialog-foot.tsx";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { FormProblem } from "../../ui/form-problem.tsx";
import { Input } from "../../ui/input.tsx";
import { settingsCalls } from "../calls.ts";
import { TEAM } from "../queries.ts";
import { LinkDialog } from "./link-dialog.tsx";
import { rolesGivenBy } from "./roles-given.ts";

interface InviteDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** An address and a role in, a link out. */
export function InviteDialog({ open, onOpenChange }: InviteDialogProps) {
  const [made, setMade] = useState<CreatedInvite>();
  const [shown, setShown] = useState(false);
  return (
    <>
      <FormDialog
        open={open}
        onOpenChange={onOpenChange}
        title={t("Invite somebody")}
        description={t(
          "Whoever opens the link chooses name and password. It is mailed where a mail server is set, and shown here.",
        )}
      >
        <InviteForm
          onCancel={() => onOpenChange(false)}
          onMade={(invite) => {
            setMade(invite);
            onOpenChange(false);
            setShown(true);
          }}
        />
      </FormDialog>
      <LinkDialog
        open={shown}
        onOpenChange={setShown}
        title={t("The invitation")}
        description={t("For {email}. The link is shown this once and opens once.", { email: made?.email ?? "" })}
        link={made}
      />
    </>
  );
}

interface InviteFormProps {
  readonly onMade: (invite: CreatedInvite) => void;
  readonly onCancel: () => void;
}

function InviteForm({ onMade, onCancel }: InviteFormProps) {
  const { api } = useDoors();
  const { role } = useMe().member;
  const client = useQueryClient();
  const [failed, setFailed] = useState<ApiProblem>();
  const form = useForm<z.input<typeof createInviteRequestSchema>>({
    resolver: zodResolver(createInviteRequestSchema),
    defaultValues: { email: "", role: "editor" },
    mode: "onTouched",
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    setFailed(undefined);
    try {
      const invite = await settingsCalls(api).invite(body);
      await client.invalidateQueries(TEAM);
      onMade(invite);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code === "email_taken") form.setError("email", { message: problem.detail });
      else setFailed(problem);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <FormProblem problem={failed} />
      <Field label={t("E-mail address")} error={errors.email?.message}>
        <Input autoFocus type="email" inputMode="email" autoComplete="off" {...form.register("email")} />
      </Field>
      <div className="flex flex-col gap-1.5">
        <span aria-hidden="true" className="text-sm font-medium">
          {t("Role")}
        </span>
        <Controller
          control={form.control}
          name="role"
          render={({ field }) => (
            <ChoiceCards<Role>
              label={t("Role")}
              value={field.value}
              onChange={field.onChange}
              options={rolesGivenBy(role)}
            />
          )}
        />
      </div>
      <DialogFoot>
        <Button onClick={onCancel}>{t("Cancel")}</Button>
        <Button type="submit" look="primary" busy={isSubmitting}>
          {t("Make invitation")}
        </Button>
      </DialogFoot>
    </form>
  );
}
