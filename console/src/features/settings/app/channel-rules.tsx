import { limits } from "@fanfare/contract/limits";
import type { ChannelRule } from "@fanfare/contract/realtime/app-settings";
import type { AppDetail } from "@fanfare/contract/schema/accounts/app-settings";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { fieldMessage, useAppEdit } from "../use-app-edit.ts";
import { RuleList } from "./rule-list.tsx";

const ACCESS_OPTIONS = [
  { value: "identified", label: t("Identified people") },
  { value: "groups", label: t("People in groups") },
  { value: "nobody", label: t("No one") },
] as const;

/** Which channels Fanfare itself opens to whom. */
export function ChannelRulesSection({ detail }: { readonly detail: AppDetail }) {
  const { save, busy, problem } = useAppEdit(detail, t("Channel rules saved"));
  return (
    <Section
      title={t("Channel access")}
      description={t(
        "Controls private and presence channels that Fanfare authorizes. The first matching rule applies. Signatures from your backend always work.",
      )}
    >
      <RuleList<ChannelRule>
        initial={detail.settings.channel_rules}
        fresh={{ pattern: "private-", who: "identified" }}
        max={limits.channel_rules_max}
        busy={busy}
        onSave={(rules) => save({ settings: { channel_rules: rules.map(copyRule) } })}
        empty={t(
          "No rules. People can join their own channels and those of their groups. Only your backend can authorize others.",
        )}
      >
        {(rule, index, set) => (
          <>
            <Field
              label={t("Channels")}
              error={fieldMessage(problem, `/settings/channel_rules/${index}/pattern`)}
              className="min-w-44 flex-1"
            >
              <Input
                dir="ltr"
                className="font-mono text-sm"
                placeholder={asIs("private-orders-*")}
                value={rule.pattern}
                onValueChange={(pattern) => set({ ...rule, pattern })}
              />
            </Field>
            <Field label={t("Allow")} className="w-44">
              <Select
                value={rule.who}
                options={ACCESS_OPTIONS}
                onChange={(who) =>
                  set(who === "groups" ? { pattern: rule.pattern, who, groups: [] } : { pattern: rule.pattern, who })
                }
              />
            </Field>
            {rule.who === "groups" && (
              <Field
                label={t("Groups")}
                hint={t("Group IDs, separated by commas.")}
                error={describeGroups(problem, index)}
                className="w-full"
              >
                <Input
                  dir="ltr"
                  className="font-mono text-sm"
                  defaultValue={rule.groups.join(", ")}
                  onValueChange={(text) => set({ ...rule, groups: groupsIn(text) })}
                />
              </Field>
            )}
          </>
        )}
      </RuleList>
    </Section>
  );
}

function groupsIn(text: string): readonly string[] {
  return text
    .split(",")
    .map((group) => group.trim())
    .filter((group) => group !== "");
}

function describeGroups(problem: Parameters<typeof fieldMessage>[0], index: number): string | undefined {
  const place = `/settings/channel_rules/${index}/groups`;
  return problem?.fields.find(({ pointer }) => pointer.startsWith(place))?.message;
}

/** The request's lists are not read-only. */
function copyRule(rule: ChannelRule) {
  return rule.who === "groups" ? { ...rule, groups: [...rule.groups] } : rule;
}
