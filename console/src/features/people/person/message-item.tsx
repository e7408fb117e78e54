import type { LiveUpdateBody } from "@fanfare/contract/realtime/live-update";
import { messageHeadline } from "../../../components/message/message-kinds.tsx";
import { dayAndTime } from "../../../lib/i18n/format.ts";

interface MessageItemProps {
  readonly body: LiveUpdateBody;
  readonly state: string;
  /** When it's due, or when it reached its state. Undefined: the time says nothing. */
  readonly at: string | undefined;
  readonly cause: string;
}

/** What became of a message that a person gets outside of their pages. */
export function MessageItem({ body, state, at, cause }: MessageItemProps) {
  return (
    <li className="flex min-w-0 flex-col text-sm">
      <bdi className="w-fit font-medium wrap-anywhere">{messageHeadline(body)}</bdi>
      <span className="text-xs text-ink-2">
        {at === undefined ? state : `${state} · ${dayAndTime(Date.parse(at))}`}
      </span>
      <span className="text-xs text-ink-3 text-pretty">{cause}</span>
    </li>
  );
}
