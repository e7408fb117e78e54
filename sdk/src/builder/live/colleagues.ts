import {
  AT,
  type BuilderCommand,
  builderChannel,
  COMMAND,
  type ContentEditor,
  contentChannel,
  followEditors,
} from "@fanfare/contract/realtime/editors";
import type { BuilderDeps } from "../rest-content.ts";
import type { BuilderSession } from "../session.ts";
import { CHANGES, openLiveLink } from "./live-link.ts";

export interface Colleagues {
  /** Other members who edit the content now. */
  others(): readonly ContentEditor[];
  /** Shows them which part is edited here, and whether its element is being picked. */
  at(step_id: string, picks: boolean): void;
  close(): void;
}

interface ColleaguesEvents {
  /** Someone came, left, or went to another part. */
  changed(): void;
  joined(name: string): void;
  /** A content changed, maybe this one. */
  contentChanged(): void;
  /** The member controls this page from the console. */
  commanded(command: BuilderCommand): void;
  connected(connected: boolean): void;
  refused(detail: string): void;
}

/** Who else edits the content, in consoles and builders. */
export function followColleagues(
  { window, clock, rng, host, toJson }: BuilderDeps,
  { opened, authorize, place }: BuilderSession,
  on: ColleaguesEvents,
): Colleagues {
  const channel = contentChannel(opened.content.id);
  let editors: readonly ContentEditor[] = [];
  /** A reconnect isn't news. */
  const announced = new Set<string>();
  let own_place: readonly [step_id: string, picks: boolean] = ["", false];
  const others = () => editors.filter(({ member_id }) => member_id !== opened.member.id);
  const link = openLiveLink(
    { window, clock, rng, host, toJson, app_key: opened.console_key, authorize },
    {
      event(from, name, data) {
        if (from === CHANGES) {
          if (name === "content-changed") on.contentChanged();
          return;
        }
        // Cast: only the server sends on this channel.
        if (from === builderChannel(opened.session_id) && name === COMMAND) on.commanded(data as BuilderCommand);
        if (from !== channel) return;
        editors = followEditors(editors, name, data);
        for (const { user_id, name: who } of others()) {
          if (!announced.has(user_id)) on.joined(who);
          announced.add(user_id);
        }
        // Who comes doesn't know yet where the others are.
        if (name !== AT && name !== "pusher:member_removed" && own_place[0] !== "") place(...own_place);
        on.changed();
      },
      connected(connected) {
        if (!connected) {
          editors = [];
          on.changed();
        }
        on.connected(connected);
      },
      refused: on.refused,
    },
  );
  return {
    others,
    at(step_id, picks) {
      if (step_id === own_place[0] && picks === own_place[1]) return;
      own_place = [step_id, picks];
      if (editors.length > 1) place(...own_place);
    },
    close: link.close,
  };
}
