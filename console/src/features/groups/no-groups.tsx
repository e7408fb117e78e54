import { Link } from "@tanstack/react-router";
import { BookOpen, Building2 } from "lucide-react";
import { useState } from "react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t } from "../../lib/i18n/t.ts";
import { groupSnippet } from "../../model/install-snippets.ts";
import { buttonClass } from "../../ui/elements/button.tsx";
import { CodeBlock } from "../../ui/elements/code-block.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";

const PLACES = [
  { value: "page", label: t("From your page") },
  { value: "backend", label: t("From your backend") },
] as const;

/** How to add the first group. */
export function NoGroups() {
  const { host } = useAppContext();
  const app = useApp();
  const [from, setFrom] = useState<"page" | "backend">("page");
  return (
    <EmptyState
      art={<EmptyArt icon={Building2} />}
      title={t("No groups yet")}
      actions={
        <div className="flex w-full max-w-110 flex-col gap-3 text-start">
          <Segmented
            label={t("Add a group")}
            value={from}
            options={PLACES}
            onChange={setFrom}
            className="self-center"
          />
          <CodeBlock copy_label={t("Copy code")} code={groupSnippet(from, { host, app_id: app.id })} />
          <p className="text-center text-xs text-balance text-ink-3">
            {from === "page" ? (
              t("Works for people whose identity token names the group. The group appears here within seconds.")
            ) : (
              <Sentence
                text="Needs an API token with the scope {scope}: {link}"
                parts={{
                  scope: <code className="font-mono">person.write</code>,
                  link: (
                    <Link
                      to="/$app/settings/tokens"
                      params={{ app: app.id }}
                      className="rounded-xs font-medium text-accent-text hover:underline"
                    >
                      {t("API tokens")}
                    </Link>
                  ),
                }}
              />
            )}
          </p>
          <a
            href={`${host}/docs/sdk#identify-people`}
            target="_blank"
            rel="noreferrer"
            className={buttonClass("secondary", "md", "self-center")}
          >
            <BookOpen />
            {t("Read about groups")}
          </a>
        </div>
      }
    >
      {t("Target whole companies or teams with content and messages. Add the first group with one call.")}
    </EmptyState>
  );
}
