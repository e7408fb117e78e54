import { AT, type ContentEditor, contentChannel, followEditors } from "@fanfare/contract/realtime/editors";
import { useEffect, useRef, useState } from "react";
import { useApp, useAppContext, useMe } from "../../../lib/app-context.ts";

const JOINED = ["pusher:subscription_succeeded", "pusher:member_added"];
const EVENTS = [...JOINED, "pusher:member_removed", AT];

/**
 * Who edits the content now, here or in the builder on a page, also this member's. Shows others which part is open here.
 *
 * @param step_id Undefined: none.
 */
export function useEditors(content_id: string, step_id: string | undefined): readonly ContentEditor[] {
  const { api, console_sdk } = useAppContext();
  const app = useApp();
  const own = useMe().member.id;
  const [editors, setEditors] = useState<readonly ContentEditor[]>([]);
  const at = useRef(step_id);
  const report = useRef((): void => {});
  useEffect(() => {
    report.current = () => {
      const sent = {
        params: { id: content_id },
        query: { app_id: app.id },
        body: { step_id: at.current ?? null },
      } as const;
      // A lost report only leaves the name without a step.
      api.call("POST /api/contents/:id/place", { ...sent, unkeyed: true }).catch(() => undefined);
    };
    const hear = (event: string) => (data: unknown) => {
      setEditors((before) => followEditors(before, event, data));
      // Who comes doesn't know yet where the others are.
      if (JOINED.includes(event) && !isAlone(event, data)) report.current();
    };
    const leave = console_sdk.listen(
      contentChannel(content_id),
      Object.fromEntries(EVENTS.map((event) => [event, hear(event)])),
    );
    const offLost = console_sdk.onLost(() => setEditors([]));
    return () => {
      leave();
      offLost();
      setEditors([]);
    };
  }, [api, console_sdk, app.id, content_id]);
  const in_company = editors.some(({ member_id }) => member_id !== own);
  useEffect(() => {
    if (at.current === step_id) return;
    at.current = step_id;
    if (in_company) report.current();
  }, [step_id, in_company]);
  return editors;
}

function isAlone(event: string, data: unknown): boolean {
  return followEditors([], event, data).length === 1 && event === "pusher:subscription_succeeded";
}
