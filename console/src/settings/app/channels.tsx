import type { AppSettings } from "@fanfare/contract/app-settings";
import type { AppDetail } from "@fanfare/contract/schema/app-settings";
import { useState } from "react";
import { useApp } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { useTitle } from "../../title.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { useUnsaved } from "../../ui/leave-guard.tsx";
import { NumberInput } from "../../ui/number-input.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { SwitchField } from "../../ui/switch.tsx";
import { useAppEdit, useAppSwitches, wordsFor } from "../use-app-edit.ts";
import { WithApp } from "../with-app.tsx";
import { ChannelRulesSection } from "./channel-rules.tsx";
import { HistoryRulesSection } from "./history-rules.tsx";

type SwitchName = {
  [Name in keyof AppSettings]: AppSettings[Name] extends boolean ? Name : never;
}[keyof AppSettings];

const SWITCHES: readonly { readonly name: SwitchName; readonly label: string; readonly hint: string }[] = [
  {
    name: "live_updates",
    label: t("Channels work"),
    hint: t("Off, connections are refused and the HTTP API answers 403."),
  },
  {
    name: "client_events",
    label: t("Pages may speak to each other"),
    hint: t("Client events on private and presence channels, as in the Pusher protocol."),
  },
  {
    name: "subscription_counts",
    label: t("Tell subscribers how many they are"),
    hint: t("pusher_internal:subscription_count, at once in small channels and every few seconds in large ones."),
  },
  {
    name: "watchlist",
    label: t("Watchlists"),
    hint: t("People who sign in hear who of their list is online."),
  },
  {
    name: "authorized_connections",
    label: t("Connections must say who they are"),
    hint: t("Whoever neither signs in nor enters an authorized channel in time is disconnected."),
  },
  {
    name: "require_tls",
    label: t("Only by TLS"),
    hint: t("Connections and calls of back ends in clear are refused, pusher-js then comes back with wss."),
  },
];

/** Who may enter which channel, and what is kept of it. */
export function ChannelsPage() {
  useTitle(t("Channels"), t("Settings"));
  const app = useApp();
  return (
    <>
      <PageHeader
        title={t("Channels")}
        description={t("What the live connections of {name} may do.", { name: app.name })}
      />
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
    <Section
      title={t("What works")}
      description={t("Each takes effect at once, for new connections and for those that are open.")}
    >
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

function ConnectionsSection({ detail }: { readonly detail: AppDetail }) {
  const { connections_max } = detail.settings;
  const { save, busy, problem } = useAppEdit(detail, t("Saved"));
  const turn = useAppSwitches(detail);
  const [most, setMost] = useState(connections_max ?? 1_000);
  useUnsaved(connections_max !== null && most !== connections_max);
  return (
    <Section title={t("Connections at one time")} description={t("What comes on top is told that the app is full.")}>
      <SwitchField
        label={t("Bound them")}
        hint={t("Without a bound: as many as the server holds.")}
        checked={connections_max !== null}
        onChange={(on) => turn({ settings: { connections_max: on ? most : null } })}
      />
      {connections_max !== null && (
        <form
          noValidate
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            void save({ settings: { connections_max: most } });
          }}
        >
          <Field label={t("At most")} error={wordsFor(problem, "/settings/connections_max")}>
            <NumberInput value={most} onChange={setMost} unit="" min={0} />
          </Field>
          <Button type="submit" busy={busy} disabled={most === connections_max || Number.isNaN(most)} className="h-9">
            {t("Save bound")}
          </Button>
        </form>
      )}
    </Section>
  );
}
