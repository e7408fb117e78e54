import { limits } from "@fanfare/contract/limits";
import { embedHostSchema } from "@fanfare/contract/schema/accounts/app-settings";
import type { AppDetail } from "@fanfare/contract/schema/responses/accounts/app-settings";
import { X } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import { z } from "zod";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { AddButton } from "../../../ui/forms/add-button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { useZodForm, type ZodForm } from "../../../ui/forms/use-zod-form.ts";
import { useUnsaved } from "../../../ui/overlay/leave-guard.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { useAppEdit } from "../use-app-edit.ts";

interface HostsValues {
  embed_hosts: { value: string }[];
}

/** Empty rows aren't saved. */
const formSchema = z
  .object({ embed_hosts: z.array(z.object({ value: z.string().trim().pipe(z.literal("").or(embedHostSchema)) })) })
  .transform(({ embed_hosts }) => embed_hosts.map(({ value }) => value).filter((host) => host !== ""));

const hostRows = (hosts: readonly string[]): HostsValues => ({ embed_hosts: hosts.map((value) => ({ value })) });

/** Hosts whose pages content may embed. */
export function EmbedHostsSection({ detail }: { readonly detail: AppDetail }) {
  const edit = useAppEdit(detail, t("Hosts saved"));
  const fields = useZodForm({
    schema: formSchema,
    defaultValues: hostRows(detail.settings.embed_hosts),
    send: async (embed_hosts, { reset }) => {
      await edit({ settings: { embed_hosts } });
      reset(hostRows(embed_hosts));
    },
  });
  const { form, submit, busy } = fields;
  const rows = useFieldArray({ control: form.control, name: "embed_hosts" });
  const dirty = form.formState.isDirty;
  useUnsaved(dirty);
  return (
    <Section
      title={t("Embedded pages")}
      description={t(
        "Content can embed pages of these hosts. Add *. before a host for its subdomains. Videos don’t need an entry.",
      )}
    >
      <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
        <div className="grid gap-3 empty:hidden sm:grid-cols-2">
          {rows.fields.map(({ id }, index) => (
            <HostRow key={id} fields={fields} index={index} onRemove={() => rows.remove(index)} />
          ))}
        </div>
        <div className="flex flex-wrap gap-2">
          <AddButton
            disabled={rows.fields.length >= limits.embed_hosts_max}
            onAdd={() => rows.append({ value: "" }, { shouldFocus: false })}
          >
            {t("Add host")}
          </AddButton>
          {dirty && (
            <Button type="submit" variant="primary" busy={busy}>
              {t("Save hosts")}
            </Button>
          )}
        </div>
      </form>
    </Section>
  );
}

interface HostRowProps {
  readonly fields: ZodForm<HostsValues>;
  readonly index: number;
  readonly onRemove: () => void;
}

function HostRow({ fields: { form, errorOf }, index, onRemove }: HostRowProps) {
  const host = form.watch(`embed_hosts.${index}.value`);
  return (
    <div data-row="" className="flex items-start gap-1.5">
      <Field
        label={t("Host {n}", { n: index + 1 })}
        hide_label
        error={errorOf(`embed_hosts.${index}.value`)}
        className="flex-1"
      >
        <Input
          dir="ltr"
          className="font-mono text-sm"
          spellCheck={false}
          placeholder={asIs("www.figma.com")}
          {...form.register(`embed_hosts.${index}.value`)}
        />
      </Field>
      <IconButton label={t("Remove host {host}", { host: host || index + 1 })} className="mt-0.5" onClick={onRemove}>
        <X />
      </IconButton>
    </div>
  );
}
