import { limits } from "@fanfare/contract/limits";
import type { ChannelRule } from "@fanfare/contract/realtime/app-settings";
import { appSettingsChangeSchema } from "@fanfare/contract/schema/accounts/app-settings";
import type { AppDetail } from "@fanfare/contract/schema/responses/accounts/app-settings";
import { Controller, useFieldArray } from "react-hook-form";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { requestFrom, useZodForm, type ZodForm } from "../../../ui/forms/use-zod-form.ts";
import { Section } from "../../../ui/page/section.tsx";
import { useAppEdit } from "../use-app-edit.ts";
import { RuleList } from "./rule-list.tsx";

const ACCESS_OPTIONS = [
  { value: "identified", label: t("Identified people") },
  { value: "groups", label: t("People in groups") },
  { value: "nobody", label: t("No one") },
] as const;

interface ChannelValues {
  channel_rules: {
    pattern: string;
    who: ChannelRule["who"];
    /** As they are typed, separated by commas. */
    groups: string;
  }[];
}

const formSchema = requestFrom(
  appSettingsChangeSchema.pick({ channel_rules: true }).required(),
  ({ channel_rules }: ChannelValues) => ({
    channel_rules: channel_rules.map(({ pattern, who, groups }) =>
      who === "groups" ? { pattern, who, groups: groupsIn(groups) } : { pattern, who },
    ),
  }),
);

function groupsIn(text: string): string[] {
  return text
    .split(",")
    .map((group) => group.trim())
    .filter((group) => group !== "");
}

/** Rules for channels that Fanfare authorizes. */
export function ChannelRulesSection({ detail }: { readonly detail: AppDetail }) {
  const edit = useAppEdit(detail, t("Channel rules saved"));
  const fields = useZodForm({
    schema: formSchema,
    defaultValues: {
      channel_rules: detail.settings.channel_rules.map((rule) => ({
        ...rule,
        groups: rule.who === "groups" ? rule.groups.join(", ") : "",
      })),
    },
    pointer: "/settings",
    send: async (settings, form) => {
      await edit({ settings });
      form.reset(form.getValues());
    },
  });
  const rules = useFieldArray({ control: fields.form.control, name: "channel_rules" });
  return (
    <Section
      title={t("Channel access")}
      description={t(
        "Controls who can join private and presence channels. The first matching rule applies. Signatures from your backend are always accepted.",
      )}
    >
      <RuleList
        rules={rules}
        onAdd={() => rules.append({ pattern: "private-", who: "identified", groups: "" }, { shouldFocus: false })}
        max={limits.channel_rules_max}
        dirty={fields.form.formState.isDirty}
        busy={fields.busy}
        onSubmit={fields.submit}
        empty={t(
          "No rules. People can join their own channels and those of their groups. Only your backend can authorize others.",
        )}
      >
        {(index) => <ChannelRuleFields fields={fields} index={index} />}
      </RuleList>
    </Section>
  );
}

interface ChannelRuleFieldsProps {
  readonly fields: ZodForm<ChannelValues>;
  readonly index: number;
}

function ChannelRuleFields({ fields: { form, errorOf }, index }: ChannelRuleFieldsProps) {
  const rule = `channel_rules.${index}` as const;
  return (
    <>
      <Field label={t("Channels")} error={errorOf(`${rule}.pattern`)} className="min-w-44 flex-1">
        <Input
          dir="ltr"
          className="font-mono text-sm"
          placeholder={asIs("private-orders-*")}
          {...form.register(`${rule}.pattern`)}
        />
      </Field>
      <Field label={t("Allow")} className="w-44">
        <Controller
          control={form.control}
          name={`${rule}.who`}
          render={({ field: { value, onChange } }) => (
            <Select value={value} options={ACCESS_OPTIONS} onChange={onChange} />
          )}
        />
      </Field>
      {form.watch(`${rule}.who`) === "groups" && (
        <Field
          label={t("Groups")}
          hint={t("Group IDs, separated by commas.")}
          error={errorOf(`${rule}.groups`)}
          className="w-full"
        >
          <Input dir="ltr" className="font-mono text-sm" {...form.register(`${rule}.groups`)} />
        </Field>
      )}
    </>
  );
}
