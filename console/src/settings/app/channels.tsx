import type { AppSettings } from "@fanfare/contract/app-settings";
import type { AppDetail } from "@fanfare/contract/schema/app-settings";
import { useState } from "react";
import { useApp } from "../../doors.ts";
import { useTitle } from "../../title.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { NumberInput } from "../../ui/number-input.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { SwitchField } from "../../ui/switch.tsx";
import { useAppEdit, wordsFor } from "../use-app-edit.ts";
import { WithApp } from "../with-app.tsx";
import { ChannelRulesSection } from "./channel-rules.tsx";
import { HistoryRulesSection } from "./history-rules.tsx";

type SwitchName = {
  [Name in keyof AppSettings]: AppSettings[Name] extends boolean ? Name : never;
}[keyof AppSettings];

const SWITCHES: readonly { readonly name: SwitchName; readonly label: string; readonly hint: string }[] = [
  {
    name: "live_updates",
    label: "Channels work",
    hint: "Off, connections are refused and the HTTP API answers 403.",
  },
  {
    name: "client_events",
    label: "Pages may speak to each other",
    hint: "Client events on private and presence channels, as in the Pusher protocol.",
  },
  {
    name: "subscription_counts",
    label: "Tell subscribers how many they are",
    hint: "pusher_internal:subscription_count, at once in small channels and every few seconds in large ones.",
  },
  {
    name: "watchlist",
    label: "Watchlists",
    hint: "People who sign in hear who of their list is online.",
  },
  {
    name: "authorized_connections",
    label: "Connections must say who they are",
    hint: "Whoever neither signs in nor enters an authorized channel in time is disconnected.",
  },
  {
    name: "require_tls",
    label: "Only by TLS",
    hint: "Connections and calls of back ends in clear are refused, pusher-js then comes back with wss.",
  },
];

/** Who may enter which channel, and what is kept of it. */
export function ChannelsPage() {
  useTitle("Channels", "Settings");
  const app = useApp();
  return (
    <>
      <PageHeader title="Channels" description={`What the live connections of ${app.name} may do.`} />
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
  const { save } = useAppEdit(detail, "Saved");
  return (
    <Section
      title="What works"
      description="Each takes effect at once, for new connections and for those that are open."
    >
      {SWITCHES.map(({ name, label, hint }) => (
        <SwitchField
          key={name}
          label={label}
          hint={hint}
          checked={detail.settings[name]}
          onChange={(on) => void save({ settings: { [name]: on } })}
        />
      ))}
    </Section>
  );
}

function ConnectionsSection({ detail }: { readonly detail: AppDetail }) {
  const { connections_max } = detail.settings;
  const { save, busy, problem } = useAppEdit(detail, "Saved");
  const [most, setMost] = useState(connections_max ?? 1_000);
  return (
    <Section title="Connections at one time" description="What comes on top is told that the app is full.">
      <SwitchField
        label="Bound them"
        hint="Without a bound: as many as the server holds."
        checked={connections_max !== null}
        onChange={(on) => void save({ settings: { connections_max: on ? most : null } })}
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
          <Field label="At most" error={wordsFor(problem, "/settings/connections_max")}>
            <NumberInput value={most} onChange={setMost} unit="" min={0} />
          </Field>
          <Button type="submit" busy={busy} disabled={most === connections_max || Number.isNaN(most)} className="h-9">
            Save bound
          </Button>
        </form>
      )}
    </Section>
  );
}
