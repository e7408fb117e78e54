import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { Sentence } from "../../../lib/i18n/sentence.tsx";
import { asIs, t, tCount } from "../../../lib/i18n/t.ts";
import { appQueryFilter, settingsQueries } from "../../../lib/queries/settings.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { IDENTIFY_SNIPPET, installCommand, installSnippet } from "../../../model/install-snippets.ts";
import { CodeBlock } from "../../../ui/elements/code-block.tsx";
import { RelativeTime } from "../../../ui/elements/relative-time.tsx";
import { Spinner } from "../../../ui/elements/spinner.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { PageHeader } from "../../../ui/page/page-header.tsx";
import { Section } from "../../../ui/page/section.tsx";

/** Where anonymous visitors are stored, as reported by the most recent page. */
function AnonymousVisitors() {
  const { api } = useAppContext();
  const app = useApp();
  const { data } = useQuery(settingsQueries.appStatus(api, app.id));
  if (data === undefined || data.visitor_storage === null) return null;
  return (
    <Section
      title={t("Anonymous visitors")}
      description={t(
        "For anonymous visitors, the duration of “Do not show again” depends on where you host your pages.",
      )}
    >
      {data.visitor_storage === "cookie" ? (
        <Callout title={t("Stored in a first-party cookie")}>
          {t("Your pages and Fanfare share a site. Hidden content stays hidden for 365 days.")}
        </Callout>
      ) : (
        <Callout tone="caution" title={t("Stored in browser storage")}>
          {t(
            "Your pages and Fanfare are on different sites. Safari deletes this storage after 7 days without a visit. Serve Fanfare from your own domain to store choices for 365 days.",
          )}
        </Callout>
      )}
    </Section>
  );
}

const INSTALL_METHODS = [
  { value: "module", label: t("Module") },
  { value: "classic", label: t("Classic script") },
  { value: "npm", label: asIs("npm") },
] as const;

/** Waits for the first page. The server notifies open consoles when it connects. */
function FirstPageStatus() {
  const { api, console_sdk } = useAppContext();
  const client = useQueryClient();
  const app = useApp();
  const { data } = useQuery(settingsQueries.appStatus(api, app.id));
  useEffect(
    () => console_sdk.onChanged(() => void client.invalidateQueries(appQueryFilter(app.id))),
    [console_sdk, client, app.id],
  );
  if (data === undefined) return <div className="h-16" />;
  if (data.first_page_at === null) {
    return (
      <div role="status" className="flex items-start gap-3 rounded-md border border-line border-dashed p-4 text-sm">
        <Spinner className="mt-0.5 size-4 shrink-0 text-ink-3" />
        <span className="flex flex-col gap-0.5">
          <strong>{t("Waiting for the first page")}</strong>
          <span className="text-ink-2">
            {t("Open a page with the snippet. This status updates as soon as the page connects.")}
          </span>
        </span>
      </div>
    );
  }
  return (
    <div role="status" className="flex items-start gap-3 rounded-md bg-positive-soft p-4 text-sm text-positive-text">
      <CircleCheck className="mt-0.5 size-4 shrink-0" />
      <span className="flex flex-col gap-0.5">
        <strong>{t("Connected")}</strong>
        <span className="text-ink-2">
          <Sentence text="First page connected {when}." parts={{ when: <RelativeTime at={data.first_page_at} /> }} />{" "}
          {tCount(data.connections, "{n} connection is open now.", "{n} connections are open now.")}
        </span>
      </span>
    </div>
  );
}

const route = getRouteApi("/$app/settings/install");

export function InstallPage() {
  useTitle(t("Install"), t("Settings"));
  const app = useApp();
  const { host } = useAppContext();
  const { way } = route.useSearch();
  const navigate = route.useNavigate();
  const chosen = way ?? "module";
  return (
    <>
      <PageHeader title={t("Install")} description={t("Add Fanfare to the pages of {name}", { name: app.name })} />
      <Section
        title={t("Add the snippet")}
        description={t(
          "Add this once to the layout that all your pages share. The SDK loads after your page and never throws errors.",
        )}
      >
        <Segmented
          label={t("Install method")}
          className="self-start"
          value={chosen}
          options={INSTALL_METHODS}
          onChange={(next) =>
            void navigate({ search: next === "module" ? {} : { way: next }, resetScroll: false, replace: true })
          }
        />
        {chosen === "npm" && <CodeBlock code={installCommand(host)} copy_label={t("Copy command")} />}
        <CodeBlock code={installSnippet(chosen, { host, key: app.key })} copy_label={t("Copy snippet")} />
        <FirstPageStatus />
      </Section>
      <Section
        title={t("Identify people")}
        description={t(
          "Call this after sign-in. Your backend signs the token with an app secret, so no one can impersonate this person.",
        )}
      >
        <CodeBlock code={IDENTIFY_SNIPPET} copy_label={t("Copy code")} />
      </Section>
      <AnonymousVisitors />
    </>
  );
}
