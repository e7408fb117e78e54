import type { Alert } from "@fanfare/contract/schema/responses/analytics/alert";
import { ALERT_TEXTS } from "@fanfare/contract/wording/alerts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useApp } from "../../lib/app-context.ts";
import { tCause } from "../../lib/i18n/cause.ts";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t } from "../../lib/i18n/t.ts";
import { buttonClass } from "../../ui/elements/button.tsx";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
import { PickAgain } from "../debug-link/pick-again.tsx";
import { AttentionRow } from "./attention-row.tsx";

type AlertPart = "title" | "text" | "advice";

export function alertText({ kind, values }: Alert, part: AlertPart): string {
  return tCause(ALERT_TEXTS, { code: `${kind}_${part}`, values });
}

interface AlertTextProps {
  readonly alert: Alert;
  /** Before the link. */
  readonly children?: ReactNode;
}

/** Texts of an alert, and a link to where it's fixed while it's open. */
export function AlertText({ alert, children }: AlertTextProps) {
  const { opened_at, resolved_at } = alert;
  const is_open = alert.state === "open";
  const text = alertText(alert, "text");
  return (
    <AttentionRow
      title={alertText(alert, "title")}
      description={is_open ? `${text} ${alertText(alert, "advice")}` : text}
      times={
        resolved_at === null ? (
          <Sentence text="Opened {when}" parts={{ when: <RelativeTime at={opened_at} /> }} />
        ) : (
          <Sentence
            text="Opened {when}, resolved {resolved}"
            parts={{ when: <RelativeTime at={opened_at} />, resolved: <RelativeTime at={resolved_at} /> }}
          />
        )
      }
      quiet={!is_open}
    >
      {children}
      {is_open && <AlertLink alert={alert} />}
    </AttentionRow>
  );
}

/** Opens what the alert is about. */
function AlertLink({ alert: { kind, content_id, step_id, receiver_id } }: { readonly alert: Alert }) {
  const { id: app } = useApp();
  const className = buttonClass("secondary", "sm");
  switch (kind) {
    case "target_lost":
      return (
        <>
          {content_id !== null && step_id !== null && <PickAgain place={{ content_id, step_id }} />}
          <Link
            to="/$app/content/$id"
            params={{ app, id: content_id ?? "" }}
            search={step_id === null ? {} : { step: step_id }}
            className={className}
          >
            {t("Open step")}
          </Link>
        </>
      );
    case "completion_halved":
      return (
        <Link
          to="/$app/analytics"
          params={{ app }}
          search={content_id === null ? {} : { content: content_id }}
          className={className}
        >
          {t("View report")}
        </Link>
      );
    case "deliveries_failing":
    case "deliveries_stopped": {
      const is_destination = receiver_id?.startsWith("dst_") === true;
      return (
        <Link
          to={is_destination ? "/$app/destinations" : "/$app/webhooks"}
          params={{ app }}
          search={kind === "deliveries_failing" ? { state: "pending" } : {}}
          className={className}
        >
          {kind === "deliveries_failing" ? t("View deliveries") : is_destination ? t("Destinations") : t("Webhooks")}
        </Link>
      );
    }
    case "backup_failed":
    case "backup_overdue":
      return (
        <Link to="/$app/settings/data" params={{ app }} className={className}>
          {t("Data and health")}
        </Link>
      );
  }
}
