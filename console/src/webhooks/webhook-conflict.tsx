import type { Webhook } from "@fanfare/contract/schema/webhook";
import { useEffect, useId, useRef } from "react";
import { TwoSides } from "../editor/two-sides.tsx";
import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { eventsInWords } from "./events.ts";

/** What a form says of a webhook. */
export type WebhookWish = Pick<Webhook, "url" | "events" | "enabled">;

interface WebhookConflictProps {
  /** As it was when the form was opened. */
  readonly base: WebhookWish;
  readonly mine: WebhookWish;
  /** As somebody else has saved it meanwhile. */
  readonly theirs: WebhookWish;
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
        {t("Somebody changed this webhook too")}
      </h3>
      <TwoSides
        theirs={{ title: t("What was changed meanwhile"), changes: changesOf(base, theirs) }}
        mine={{ title: t("What you changed"), changes: changesOf(base, mine) }}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onTheirs}>{t("Use theirs")}</Button>
        <Button look="danger" busy={busy} onClick={onMine}>
          {t("Use mine")}
        </Button>
      </div>
    </section>
  );
}

function changesOf(base: WebhookWish, wish: WebhookWish): readonly string[] {
  const events = eventsInWords(wish.events);
  return [
    ...(wish.url === base.url ? [] : [wish.url]),
    ...(events === eventsInWords(base.events) ? [] : [events]),
    ...(wish.enabled === base.enabled ? [] : [wish.enabled ? t("On") : t("Off")]),
  ];
}
