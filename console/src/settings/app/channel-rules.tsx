import type { ChannelRule } from "@fanfare/contract/app-settings";
import { limits } from "@fanfare/contract/limits";
import type { AppDetail } from "@fanfare/contract/schema/app-settings";
import { asIs, t } from "../../language/t.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Section } from "../../ui/section.tsx";
import { Select } from "../../ui/select.tsx";
import { useAppEdit, wordsFor } from "../use-app-edit.ts";
import { RuleList } from "./rule-list.tsx";

const WHO = [
  { value: "identified", label: t("Anybody identified") },
  { value: "groups", label: t("Members of groups") },
  { value: "nobody", label: t("Nobody") },
] as const;

/** Which channels Fanfare itself opens to whom. */
export function ChannelRulesSection({ detail }: { readonly detail: AppDetail }) {
  const { save, busy, problem } = useAppEdit(detail, t("Channel rules saved"));
  return (
    <Section
      title={t("Who may enter")}
      description={t(
        "Private and presence channels that Fanfare’s own authorization opens. The first rule that fits decides; a signature of your back end always opens.",
      )}
    >
      <RuleList<ChannelRule>
        initial={detail.settings.channel_rules}
        fresh={{ pattern: "private-", who: "identified" }}
        max={limits.channel_rules_max}
        busy={busy}
        onSave={(rules) => save({ settings: { channel_rules: rules.map(copyOf) } })}
        empty={t("No rule: beside people’s own channels and those of their groups, only your back end opens one.")}
      >
        {(rule, index, set) => (
          <>
            <Field
              label={t("Channels")}
              error={wordsFor(problem, `/settings/channel_rules/${index}/pattern`)}
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
            <Field label={t("For")} className="w-44">
              <Select
                value={rule.who}
                options={WHO}
                onChange={(who) =>
                  set(who === "groups" ? { pattern: rule.pattern, who, groups: [] } : { pattern: rule.pattern, who })
                }
              />
            </Field>
            {rule.who === "groups" && (
              <Field
                label={t("Groups")}
                hint={t("Their ids, with commas between.")}
                error={groupWords(problem, index)}
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

function groupWords(problem: Parameters<typeof wordsFor>[0], index: number): string | undefined {
  const place = `/settings/channel_rules/${index}/groups`;
  return problem?.fields.find(({ pointer }) => pointer.startsWith(place))?.message;
}

/** The request's lists are not read-only. */
function copyOf(rule: ChannelRule) {
  return rule.who === "groups" ? { ...rule, groups: [...rule.groups] } : rule;
}
