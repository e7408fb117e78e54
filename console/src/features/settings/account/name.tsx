import { memberNameSchema } from "@fanfare/contract/schema/accounts/sign-in";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAppContext, useMe } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { useOptimisticUpdate } from "../../../lib/optimistic-update.ts";
import { queries } from "../../../lib/queries/queries.ts";
import { ME, MEMBERS } from "../../../lib/queries/settings.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { useUnsaved } from "../../../ui/overlay/leave-guard.tsx";
import { Section } from "../../../ui/page/section.tsx";

/** How one is called. */
export function NameSection() {
  const { api } = useAppContext();
  const { member } = useMe();
  const client = useQueryClient();
  const atOnce = useOptimisticUpdate();
  const [name, setName] = useState(member.name);
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
  const wrong = memberNameSchema.safeParse(name).error?.issues[0]?.message;
  const changed = name.trim() !== member.name;
  useUnsaved(changed);
  return (
    <Section title={t("Name")} description={t("Shown to other members next to your activity.")}>
      <form
        noValidate
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (changed && wrong === undefined) rename(name.trim());
        }}
      >
        <Field label={t("Your name")} error={wrong} className="min-w-48 flex-1">
          <Input value={name} onValueChange={setName} autoComplete="name" />
        </Field>
        <Button type="submit" disabled={!changed || wrong !== undefined} className="h-9">
          {t("Save name")}
        </Button>
      </form>
    </Section>
  );
}
