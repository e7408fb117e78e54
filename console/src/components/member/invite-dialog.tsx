import { createInviteRequestSchema } from "@fanfare/contract/schema/accounts/member";
import type { Role } from "@fanfare/contract/schema/accounts/sign-in";
import type { CreatedInvite } from "@fanfare/contract/schema/responses/accounts/member";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Controller } from "react-hook-form";
import { useAppContext, useMe } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { MEMBERS } from "../../lib/queries/settings.ts";
import { ChoiceCards } from "../../ui/forms/choice-cards.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { useZodForm } from "../../ui/forms/use-zod-form.ts";
import { DialogForm } from "../../ui/overlay/dialog-form.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import { assignableRoles } from "./assignable-roles.ts";
import { LinkDialog } from "./link-dialog.tsx";

interface InviteDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Takes an email address and a role, and shows the invitation link. */
export function InviteDialog({ open, onOpenChange }: InviteDialogProps) {
  const [made, setMade] = useState<CreatedInvite>();
  const [shown, setShown] = useState(false);
  return (
    <>
      <FormDialog
        open={open}
        onOpenChange={onOpenChange}
        title={t("Invite member")}
        description={t("The invitation link is emailed if a mail server is set up. You can also copy it.")}
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
        title={t("Invitation link")}
        description={t("For {email}. This link is shown once and works once.", { email: made?.email ?? "" })}
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
  const { api } = useAppContext();
  const { role } = useMe().member;
  const client = useQueryClient();
  const { form, submit, busy, problem, errorOf } = useZodForm({
    schema: createInviteRequestSchema,
    defaultValues: { email: "", role: "editor" },
    mode: "onTouched",
    send: async (body) => {
      const invite = await api.call("POST /api/invites", { body });
      await client.invalidateQueries(MEMBERS);
      onMade(invite);
    },
    onRefused: ({ code, detail }, { setError }) => {
      if (code === "email_taken") setError("email", { message: detail });
      return code === "email_taken";
    },
  });
  return (
    <DialogForm onSubmit={submit} problem={problem} action={t("Invite member")} busy={busy} onCancel={onCancel}>
      <Field label={t("Email address")} error={errorOf("email")}>
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
              options={assignableRoles(role)}
            />
          )}
        />
      </div>
    </DialogForm>
  );
}
