import type { Webhook } from "@fanfare/contract/schema/realtime/webhook";
import { useEffect, useId, useRef } from "react";
import { t } from "../../lib/i18n/t.ts";
import { Button } from "../../ui/elements/button.tsx";
import { SideBySide } from "../../ui/page/side-by-side.tsx";
import { describeEvents } from "./events.ts";

/** What a form says of a webhook. */
export type WebhookForm = Pick<Webhook, "url" | "events" | "enabled">;

interface WebhookConflictProps {
  /** As it was when the form was opened. */
  readonly base: WebhookForm;
  readonly mine: WebhookForm;
  /** As somebody else has saved it meanwhile. */
  readonly theirs: WebhookForm;
  readonly busy: boolean;
  /** The form goes on from what they saved. */
  readonly onTheirs: () => void;
  readonly onMine: () => void;
}

/** Somebody else saved the webhook first: what each changed, and the ways out. Neither loses anything unasked. */
export function WebhookConflict({ base, mine, theirs, busy, onTheirs, onMine }: WebhookConflictProps) {
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h3 id={id} ref={title} tabIndex={-1} className="text-base font-semibold outline-none">
        {t("Another member changed this webhook")}
      </h3>
      <SideBySide
        theirs={{ title: t("Their changes"), changes: describeChanges(base, theirs) }}
        mine={{ title: t("Your changes"), changes: describeChanges(base, mine) }}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onTheirs}>{t("Use their changes")}</Button>
        <Button variant="danger" busy={busy} onClick={onMine}>
          {t("Use my changes")}
        </Button>
      </div>
    </section>
  );
}

function describeChanges(base: WebhookForm, wish: WebhookForm): readonly string[] {
  const events = describeEvents(wish.events);
  return [
    ...(wish.url === base.url ? [] : [wish.url]),
    ...(events === describeEvents(base.events) ? [] : [events]),
    ...(wish.enabled === base.enabled ? [] : [wish.enabled ? t("On") : t("Off")]),
  ];
}
