import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { useApp, useDoors } from "../../doors.ts";
import { Sentence } from "../../language/sentence.tsx";
import { t, tCount } from "../../language/t.ts";
import { useTitle } from "../../title.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Section } from "../../ui/section.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { appOf, settingsQueries } from "../queries.ts";
import { INSTALL_WAYS, identifySnippet, installSnippet } from "./snippets.ts";

const route = getRouteApi("/$app/settings/install");

/** What goes into a page, and whether it has arrived. */
export function InstallPage() {
  useTitle(t("Install"), t("Settings"));
  const app = useApp();
  const { host } = useDoors();
  const { way } = route.useSearch();
  const navigate = route.useNavigate();
  const chosen = way ?? "module";
  return (
    <>
      <PageHeader
        title={t("Install")}
        description={t("How the pages of {name} come to Fanfare.", { name: app.name })}
      />
      <Section
        title={t("Put it into your pages")}
        description={t("Once, in the layout that all pages share. It loads after your page and never throws into it.")}
      >
        <Segmented
          label={t("How")}
          className="self-start"
          value={chosen}
          options={INSTALL_WAYS}
          onChange={(next) =>
            void navigate({ search: next === "module" ? {} : { way: next }, resetScroll: false, replace: true })
          }
        />
        <CodeBlock code={installSnippet(chosen, { host, key: app.key })} copy_label={t("Copy the snippet")} />
        <FirstPage />
      </Section>
      <Section
        title={t("Say who is there")}
        description={t(
          "After signing in. The token comes from your back end, signed with a secret of this app: then nobody else can say they are this person.",
        )}
      >
        <CodeBlock code={identifySnippet()} copy_label={t("Copy the call")} />
      </Section>
    </>
  );
}

/** Waits for the first page: the server tells open consoles when it comes. */
function FirstPage() {
  const { api, guest } = useDoors();
  const client = useQueryClient();
  const app = useApp();
  const { data } = useQuery(settingsQueries.appStatus(api, app.id));
  useEffect(() => guest.onChanged(() => void client.invalidateQueries(appOf(app.id))), [guest, client, app.id]);
  if (data === undefined) return <div className="h-16" />;
  if (data.first_page_at === null) {
    return (
      <div role="status" className="flex items-start gap-3 rounded-md border border-line border-dashed p-4 text-sm">
        <Spinner className="mt-0.5 size-4 text-ink-3" />
        <span className="flex flex-col gap-0.5">
          <strong>{t("Waiting for the first page")}</strong>
          <span className="text-ink-2">{t("Open a page with the snippet. This turns green as soon as it calls.")}</span>
        </span>
      </div>
    );
  }
  return (
    <div role="status" className="flex items-start gap-3 rounded-md bg-positive-soft p-4 text-sm text-positive-text">
      <CircleCheck className="mt-0.5 size-4 shrink-0" />
      <span className="flex flex-col gap-0.5">
        <strong>{t("It works")}</strong>
        <span className="text-ink-2">
          <Sentence text="The first page called {when}." parts={{ when: <RelativeTime at={data.first_page_at} /> }} />{" "}
          {tCount(data.connections, "{n} connection is open now.", "{n} connections are open now.")}
        </span>
      </span>
    </div>
  );
}
