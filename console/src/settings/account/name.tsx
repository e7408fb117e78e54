import { memberNameSchema } from "@fanfare/contract/schema/api";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAtOnce } from "../../at-once.ts";
import { useDoors, useMe } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { queries } from "../../queries.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { useUnsaved } from "../../ui/leave-guard.tsx";
import { Section } from "../../ui/section.tsx";
import { settingsCalls } from "../calls.ts";
import { ME, TEAM } from "../queries.ts";

/** How one is called. */
export function NameSection() {
  const { api } = useDoors();
  const { member } = useMe();
  const client = useQueryClient();
  const atOnce = useAtOnce();
  const [name, setName] = useState(member.name);
  const send = async (next: string): Promise<void> => {
    await settingsCalls(api).rename(next);
    void client.invalidateQueries(TEAM);
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
    <Section title={t("Name")} description={t("Others see it beside what you do.")}>
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
