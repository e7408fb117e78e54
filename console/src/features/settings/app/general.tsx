import { type AppDetail, updateAppRequestSchema } from "@fanfare/contract/schema/accounts/app-settings";
import { useState } from "react";
import { Activity } from "../../../components/audit/activity.tsx";
import { useApp } from "../../../lib/app-context.ts";
import { t, tKnown } from "../../../lib/i18n/t.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { SecretOnce } from "../../../ui/elements/secret-once.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { SwitchField } from "../../../ui/forms/switch.tsx";
import { useUnsaved } from "../../../ui/overlay/leave-guard.tsx";
import { PageHeader } from "../../../ui/page/page-header.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { useAppRename, useAppSwitches } from "../use-app-edit.ts";
import { WithApp } from "../with-app.tsx";
import { AppStatus } from "./app-status.tsx";
import { DangerSections } from "./danger.tsx";
import { OriginsSection } from "./origins.tsx";

/** What the app is called, who may call it, and its switch. */
export function GeneralPage() {
  useTitle(t("App"), t("Settings"));
  const app = useApp();
  return (
    <>
      <PageHeader
        title={app.name}
        description={t("Name, identity, and status of this app")}
        actions={
          <>
            <AppStatus />
            <Activity of={{ resource_type: "app", resource_id: app.id }} />
          </>
        }
      />
      <WithApp>
        {(detail) => (
          // Another app is another form.
          <div key={detail.id}>
            <NameSection detail={detail} />
            <IdentitySection detail={detail} />
            <OriginsSection detail={detail} />
            <DangerSections detail={detail} />
          </div>
        )}
      </WithApp>
    </>
  );
}

function NameSection({ detail }: { readonly detail: AppDetail }) {
  const [name, setName] = useState(detail.name);
  const rename = useAppRename(detail);
  const changed = name.trim() !== detail.name;
  useUnsaved(changed);
  const [tried, setTried] = useState(false);
  const issue = tried ? updateAppRequestSchema.safeParse({ name }).error?.issues[0]?.message : undefined;
  return (
    <Section
      title={t("Name and key")}
      description={t("The name is for your team. Pages use the app key, and backends use the app ID.")}
    >
      <form
        noValidate
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (changed && updateAppRequestSchema.safeParse({ name }).success) void rename(name.trim());
        }}
      >
        <Field label={t("Name")} error={issue && tKnown(issue)} className="min-w-48 flex-1">
          <Input dir="auto" value={name} onValueChange={setName} autoComplete="off" />
        </Field>
        <Button type="submit" disabled={!changed} className="h-9">
          {t("Save name")}
        </Button>
      </form>
      <div className="grid gap-4 sm:grid-cols-2">
        <SecretOnce label={t("App ID")} value={detail.id} />
        <SecretOnce label={t("App key")} value={detail.key} />
      </div>
    </Section>
  );
}

function IdentitySection({ detail }: { readonly detail: AppDetail }) {
  const turn = useAppSwitches(detail);
  return (
    <Section
      title={t("Identity")}
      description={t("The app key is public. Without identity tokens, anyone can impersonate a person.")}
    >
      <SwitchField
        label={t("Require identity tokens")}
        hint={t("Requests that identify a person without a token are refused. Anonymous visitors still work.")}
        checked={detail.require_identity}
        onChange={(require_identity) => turn({ require_identity })}
      />
    </Section>
  );
}
