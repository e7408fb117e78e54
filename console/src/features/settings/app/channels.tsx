import type { AppSettings } from "@fanfare/contract/realtime/app-settings";
import { appSettingsChangeSchema } from "@fanfare/contract/schema/accounts/app-settings";
import type { AppDetail } from "@fanfare/contract/schema/responses/accounts/app-settings";
import { Controller } from "react-hook-form";
import { z } from "zod";
import { useApp } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { SwitchField } from "../../../ui/forms/switch.tsx";
import { useZodForm } from "../../../ui/forms/use-zod-form.ts";
import { useUnsaved } from "../../../ui/overlay/leave-guard.tsx";
import { PageHeader } from "../../../ui/page/page-header.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { useAppEdit, useAppSwitches } from "../use-app-edit.ts";
import { WithApp } from "../with-app.tsx";
import { ChannelRulesSection } from "./channel-rules.tsx";
import { HistoryRulesSection } from "./history-rules.tsx";

type SwitchName = {
  [Name in keyof AppSettings]: AppSettings[Name] extends boolean ? Name : never;
}[keyof AppSettings];

const SWITCHES: readonly { readonly name: SwitchName; readonly label: string; readonly hint: string }[] = [
  {
    name: "live_updates",
    label: t("Enable channels"),
    hint: t("When off, connections are refused and the HTTP API returns 403."),
  },
  {
    name: "client_events",
    label: t("Allow client events"),
    hint: t("Pages can send events on private and presence channels, as in the Pusher protocol."),
  },
  {
    name: "subscription_counts",
    label: t("Send subscriber counts"),
    hint: t(
      "Sends pusher_internal:subscription_count immediately in small channels and every few seconds in large ones.",
    ),
  },
  {
    name: "watchlist",
    label: t("Enable watchlists"),
    hint: t("Signed-in people see who on their watchlist is online."),
  },
  {
    name: "authorized_connections",
    label: t("Require authorized connections"),
    hint: t("Disconnects clients that don’t sign in or join an authorized channel in time."),
  },
  {
    name: "require_tls",
    label: t("Require TLS"),
    hint: t("Unencrypted connections and API requests are refused. pusher-js then reconnects with wss."),
  },
];

export function ChannelsPage() {
  useTitle(t("Channels"), t("Settings"));
  const app = useApp();
  return (
    <>
      <PageHeader title={t("Channels")} description={t("Realtime settings for {name}", { name: app.name })} />
      <WithApp>
        {(detail) => (
          <div key={detail.id}>
            <SwitchesSection detail={detail} />
            <ConnectionsSection detail={detail} />
            <ChannelRulesSection detail={detail} />
            <HistoryRulesSection detail={detail} />
          </div>
        )}
      </WithApp>
    </>
  );
}

function SwitchesSection({ detail }: { readonly detail: AppDetail }) {
  const turn = useAppSwitches(detail);
  return (
    <Section title={t("Features")} description={t("Changes apply immediately to new and open connections.")}>
      {SWITCHES.map(({ name, label, hint }) => (
        <SwitchField
          key={name}
          label={label}
          hint={hint}
          checked={detail.settings[name]}
          onChange={(on) => turn({ settings: { [name]: on } })}
        />
      ))}
    </Section>
  );
}

const connectionsSchema = z.object({
  connections_max: appSettingsChangeSchema.shape.connections_max.unwrap().unwrap(),
});

function ConnectionsSection({ detail }: { readonly detail: AppDetail }) {
  const { connections_max } = detail.settings;
  const edit = useAppEdit(detail, t("Connection limit saved"));
  const turn = useAppSwitches(detail);
  const { form, submit, busy, errorOf } = useZodForm({
    schema: connectionsSchema,
    defaultValues: { connections_max: connections_max ?? 1_000 },
    pointer: "/settings",
    send: (settings) => edit({ settings }),
  });
  const most = form.watch("connections_max");
  useUnsaved(connections_max !== null && most !== connections_max);
  return (
    <Section title={t("Connection limit")} description={t("Connections above the limit are refused.")}>
      <SwitchField
        label={t("Limit connections")}
        hint={t("When off, only the server’s capacity limits connections.")}
        checked={connections_max !== null}
        onChange={(on) => turn({ settings: { connections_max: on ? most : null } })}
      />
      {connections_max !== null && (
        <form noValidate className="flex flex-wrap items-end gap-2" onSubmit={submit}>
          <Field label={t("Maximum")} error={errorOf("connections_max")}>
            <Controller
              control={form.control}
              name="connections_max"
              render={({ field: { value, onChange } }) => (
                <NumberInput value={value} onChange={onChange} unit="" min={0} />
              )}
            />
          </Field>
          <Button type="submit" busy={busy} disabled={most === connections_max || Number.isNaN(most)} className="h-9">
            {t("Save limit")}
          </Button>
        </form>
      )}
    </Section>
  );
}
