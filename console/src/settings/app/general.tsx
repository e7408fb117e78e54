import { type AppDetail, updateAppRequestSchema } from "@fanfare/contract/schema/app-settings";
import { useState } from "react";
import { useApp } from "../../doors.ts";
import { t, tKnown } from "../../language/t.ts";
import { useTitle } from "../../title.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { useUnsaved } from "../../ui/leave-guard.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { SecretOnce } from "../../ui/secret-once.tsx";
import { Section } from "../../ui/section.tsx";
import { SwitchField } from "../../ui/switch.tsx";
import { Activity } from "../audit/activity.tsx";
import { useAppRename, useAppSwitches } from "../use-app-edit.ts";
import { WithApp } from "../with-app.tsx";
import { DangerSections } from "./danger.tsx";
import { OriginsSection } from "./origins.tsx";
import { AppStanding } from "./standing.tsx";

/** What the app is called, who may call it, and its switch. */
export function GeneralPage() {
  useTitle(t("App"), t("Settings"));
  const app = useApp();
  return (
    <>
      <PageHeader
        title={app.name}
        description={t("One environment of your product: its name, who may speak for it, and its switch.")}
        actions={
          <>
            <AppStanding />
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
      description={t("The name is for your team. Pages find this app by its key, back ends by its id.")}
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
        <SecretOnce label={t("App id")} value={detail.id} />
        <SecretOnce label={t("Key")} value={detail.key} />
      </div>
    </Section>
  );
}

function IdentitySection({ detail }: { readonly detail: AppDetail }) {
  const turn = useAppSwitches(detail);
  return (
    <Section
      title={t("Identity")}
      description={t("The key is public: without a signed token, anybody can say that they are somebody.")}
    >
      <SwitchField
        label={t("Believe signed tokens alone")}
        hint={t(
          "Calls that name a person without a token from your back end are refused. Anonymous people stay welcome.",
        )}
        checked={detail.require_identity}
        onChange={(require_identity) => turn({ require_identity })}
      />
    </Section>
  );
}
