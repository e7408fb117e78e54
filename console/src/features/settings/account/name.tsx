import { memberNameSchema } from "@fanfare/contract/schema/accounts/sign-in";
import { useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { useAppContext, useMe } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { useOptimisticUpdate } from "../../../lib/optimistic-update.ts";
import { ME } from "../../../lib/queries/frame.ts";
import { queries } from "../../../lib/queries/queries.ts";
import { MEMBERS } from "../../../lib/queries/settings.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { useZodForm } from "../../../ui/forms/use-zod-form.ts";
import { useUnsaved } from "../../../ui/overlay/leave-guard.tsx";
import { Section } from "../../../ui/page/section.tsx";

const formSchema = z.object({ name: memberNameSchema });

export function NameSection() {
  const { api } = useAppContext();
  const { member } = useMe();
  const client = useQueryClient();
  const atOnce = useOptimisticUpdate();
  const send = async (next: string): Promise<void> => {
    await api.call("PATCH /api/me", { body: { name: next } });
    void client.invalidateQueries(MEMBERS);
  };
  const rename = (next: string): void =>
    void atOnce({
      shown: queries.me(api),
      change: (me) => ({ ...me, member: { ...me.member, name: next } }),
      act: () => send(next),
      stale: ME,
      done: { title: t("Name saved") },
    });
  const { form, submit, errorOf } = useZodForm({
    schema: formSchema,
    defaultValues: { name: member.name },
    mode: "onChange",
    send: ({ name }) => {
      if (name !== member.name) rename(name);
    },
  });
  const changed = form.watch("name").trim() !== member.name;
  const wrong = errorOf("name");
  useUnsaved(changed);
  return (
    <Section title={t("Name")} description={t("Shown to other members next to your activity.")}>
      <form noValidate className="flex flex-wrap items-end gap-2" onSubmit={submit}>
        <Field label={t("Your name")} error={wrong} className="min-w-48 flex-1">
          <Input autoComplete="name" {...form.register("name")} />
        </Field>
        <Button type="submit" disabled={!changed || wrong !== undefined} className="h-9">
          {t("Save name")}
        </Button>
      </form>
    </Section>
  );
}
