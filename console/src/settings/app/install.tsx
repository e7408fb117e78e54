import { getRouteApi } from "@tanstack/react-router";
import { useApp, useDoors } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { useTitle } from "../../title.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { FirstPage } from "./first-page.tsx";
import { INSTALL_WAYS, identifySnippet, installSnippet } from "./snippets.ts";
import { Visitors } from "./visitors.tsx";

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
      <Visitors />
    </>
  );
}
