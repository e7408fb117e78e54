import { updateAppRequestSchema } from "@fanfare/contract/schema/accounts/app-settings";
import type { AppDetail } from "@fanfare/contract/schema/responses/accounts/app-settings";
import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { Activity } from "../../../components/audit/activity.tsx";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { settingsQueries } from "../../../lib/queries/settings.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { LanguageField } from "../../../ui/combobox/language-field.tsx";
import { Badge } from "../../../ui/elements/badge.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { SecretOnce } from "../../../ui/elements/secret-once.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { SwitchField } from "../../../ui/forms/switch.tsx";
import { useZodForm } from "../../../ui/forms/use-zod-form.ts";
import { useUnsaved } from "../../../ui/overlay/leave-guard.tsx";
import { PageHeader } from "../../../ui/page/page-header.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { useAppEdit, useAppRename, useAppSwitches } from "../use-app-edit.ts";
import { WithApp } from "../with-app.tsx";
import { DangerSections } from "./danger.tsx";
import { EmbedHostsSection } from "./embed-hosts.tsx";
import { OriginsSection } from "./origins.tsx";
import { PageBridgesSection } from "./page-bridges.tsx";

export function GeneralPage() {
  useTitle(t("App"), t("Settings"));
  const app = useApp();
  return (
    <>
      <PageHeader
        title={app.name}
        description={t("Name, language, identity, and status of this app")}
        actions={
          <>
            <AppStatus />
            <Activity of={{ resource_type: "app", resource_id: app.id }} />
          </>
        }
      />
      <WithApp>
        {(detail) => (
          // Remounts the forms for another app.
          <div key={detail.id}>
            <NameSection detail={detail} />
            <SourceLanguageSection detail={detail} />
            <IdentitySection detail={detail} />
            <OriginsSection detail={detail} />
            <ReviewSection detail={detail} />
            <PreviewLinksSection detail={detail} />
            <PageBridgesSection detail={detail} />
            <EmbedHostsSection detail={detail} />
            <DangerSections detail={detail} />
          </div>
        )}
      </WithApp>
    </>
  );
}

function AppStatus() {
  const { api } = useAppContext();
  const app = useApp();
  const { data } = useQuery(settingsQueries.appStatus(api, app.id));
  if (app.paused) {
    return (
      <Badge tone="caution" dot>
        {t("Paused")}
      </Badge>
    );
  }
  if (data === undefined) return null;
  if (data.first_page_at === null && data.connections === 0) return <Badge dot>{t("Not connected")}</Badge>;
  return (
    <Badge tone="positive" dot>
      {tCount(data.connections, "{n} connection", "{n} connections")}
    </Badge>
  );
}

const nameSchema = z.object({ name: updateAppRequestSchema.shape.name.unwrap() });

function NameSection({ detail }: { readonly detail: AppDetail }) {
  const rename = useAppRename(detail);
  const { form, submit, errorOf } = useZodForm({
    schema: nameSchema,
    defaultValues: { name: detail.name },
    send: ({ name }) => void rename(name),
  });
  const changed = form.watch("name").trim() !== detail.name;
  useUnsaved(changed);
  return (
    <Section
      title={t("Name and key")}
      description={t("The name is for your team. Pages use the app key, and backends use the app ID.")}
    >
      <form noValidate className="flex flex-wrap items-end gap-2" onSubmit={submit}>
        <Field label={t("Name")} error={errorOf("name")} className="min-w-48 flex-1">
          <Input dir="auto" autoComplete="off" {...form.register("name")} />
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

function SourceLanguageSection({ detail }: { readonly detail: AppDetail }) {
  const edit = useAppEdit(detail, t("Source language saved"));
  const save = (source_locale: string): void => {
    // Problems appear as toasts.
    void edit({ settings: { source_locale } }).catch(() => undefined);
  };
  return (
    <Section
      title={t("Source language")}
      description={t("The language that you write in. New content starts with it, and existing content keeps its own.")}
    >
      <LanguageField
        label={t("Source language")}
        value={detail.settings.source_locale}
        placeholder={t("Select a language")}
        onChange={save}
      />
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
        hint={t("Requests that identify a person without a token are refused. Anonymous visitors aren’t affected.")}
        checked={detail.require_identity}
        onChange={(require_identity) => turn({ require_identity })}
      />
    </Section>
  );
}

const REVIEW_OPTIONS = [
  { value: "off", label: t("No approval") },
  { value: "required", label: t("Any member who can publish") },
  { value: "by_another_member", label: t("Any member except the last editor") },
] as const;

function ReviewSection({ detail }: { readonly detail: AppDetail }) {
  const edit = useAppEdit(detail, t("Review setting saved"));
  return (
    <Section
      title={t("Review before publishing")}
      description={t(
        "Content is published in this app only after approval. Any later change needs a new approval. You can pause and unpublish without it.",
      )}
    >
      <Field label={t("Who approves")} className="w-96 max-w-full">
        <Select
          value={detail.settings.review}
          options={REVIEW_OPTIONS}
          onChange={(review) => {
            // Problems appear as toasts.
            void edit({ settings: { review } }).catch(() => undefined);
          }}
        />
      </Field>
    </Section>
  );
}

function PreviewLinksSection({ detail }: { readonly detail: AppDetail }) {
  const turn = useAppSwitches(detail);
  return (
    <Section
      title={t("Preview links")}
      description={t(
        "A link shows the draft of one content item on the app’s pages, without an account, until it expires.",
      )}
    >
      <SwitchField
        label={t("Allow preview links")}
        hint={t("If you turn this off, existing links stop working.")}
        checked={detail.settings.preview_links}
        onChange={(preview_links) => turn({ settings: { preview_links } })}
      />
    </Section>
  );
}
