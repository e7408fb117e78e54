import { systemClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { useApp } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { Spinner } from "../../ui/elements/spinner.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import type { OpenedLink } from "./use-builder-link.ts";

interface PageStateProps {
  readonly link: OpenedLink;
  /** The page has used the link. */
  readonly opened: boolean;
  /** What is shown then. */
  readonly note: (host: string) => string;
}

/** Whether the page has opened the builder. After a while, lists what can be missing. */
export function PageState({ link, opened, note }: PageStateProps) {
  const app = useApp();
  const [late, setLate] = useState(false);
  useEffect(() => systemClock.after(limits.builder_answer_ms, () => setLate(true)), []);
  const host = new URL(link.page).host;
  if (opened) {
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-positive-text">
        <CircleCheck className="size-4 shrink-0" />
        {note(host)}
      </p>
    );
  }
  if (link.place === "blocked") {
    return (
      <Callout tone="caution" title={t("Your browser blocked the new tab")}>
        <a href={link.url} target="_blank" rel="noreferrer" className="underline">
          {t("Open page")}
        </a>
      </Callout>
    );
  }
  if (!late) {
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-ink-2">
        <Spinner className="size-4" />
        {t("Waiting for {host}…", { host })}
      </p>
    );
  }
  return (
    <Callout tone="caution" title={t("{host} hasn’t opened the builder", { host })}>
      <ul className="list-disc ps-4">
        <li>
          {t("The page loads the SDK with the key {key}.", { key: app.key })}{" "}
          <Link to="/$app/settings/install" params={{ app: app.id }} search={{}} className="underline">
            {t("Show snippet")}
          </Link>
        </li>
        <li>{t("The page keeps what follows # in its URL until it has loaded the SDK.")}</li>
        <li>{t("If the page redirects to a sign-in, sign in there, then open the page again.")}</li>
        <li>{t("The page’s CSP allows this server in script-src and connect-src.")}</li>
        <li>{t("No ad blocker or browser shield blocks this server.")}</li>
      </ul>
    </Callout>
  );
}
