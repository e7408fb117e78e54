import { memberNameSchema } from "@fanfare/contract/schema/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useDoors, useMe } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { useUnsaved } from "../../ui/leave-guard.tsx";
import { Section } from "../../ui/section.tsx";
import { toast } from "../../ui/toast.tsx";
import { settingsCalls } from "../calls.ts";
import { ME, TEAM } from "../queries.ts";

/** How one is called. */
export function NameSection() {
  const { api } = useDoors();
  const { member } = useMe();
  const client = useQueryClient();
  const [name, setName] = useState(member.name);
  const rename = useMutation({
    mutationFn: () => settingsCalls(api).rename(name.trim()),
    onSuccess: async () => {
      toast.done({ title: t("Name saved") });
      await Promise.all([client.invalidateQueries(ME), client.invalidateQueries(TEAM)]);
    },
    onError: (error) => toast.problem(asProblem(error)),
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
          if (changed && wrong === undefined) rename.mutate();
        }}
      >
        <Field label={t("Your name")} error={wrong} className="min-w-48 flex-1">
          <Input value={name} onValueChange={setName} autoComplete="name" />
        </Field>
        <Button type="submit" busy={rename.isPending} disabled={!changed || wrong !== undefined} className="h-9">
          {t("Save name")}
        </Button>
      </form>
    </Section>
  );
}
