/** Members who edit the same content, on a presence channel of the console's own app. */
const CONTENT_CHANNEL = "presence-console-content-";

/** @example contentChannel("cnt_1"); // "presence-console-content-cnt_1" */
export function contentChannel(content_id: string): string {
  return CONTENT_CHANNEL + content_id;
}

/** Pattern of the channels of all contents. */
export const CONTENT_CHANNELS = `${CONTENT_CHANNEL}*`;

/** The user on a content's channel that a builder is: its member may have the console open, too. */
export function builderUserId(member_id: string, session_id: string): string {
  return `${member_id}.${session_id}`;
}

/** ID of the session of an editor `on_page`. */
export function sessionOf({ user_id, member_id }: Pick<ContentEditor, "user_id" | "member_id">): string {
  return user_id.slice(member_id.length + 1);
}

/** Private channel of one open builder, on which the console controls it. */
export function builderChannel(session_id: string): string {
  return `private-console-builder-${session_id}`;
}

/** Event on a builder's channel: what its member does in the console, for the page to do. */
export const COMMAND = "command";

/** Data of {@link COMMAND}. */
export type BuilderCommand =
  /** Select a part: its card, and the outline of its target. */
  | { readonly kind: "show"; readonly step_id: string }
  /** Pick the target of a part. */
  | { readonly kind: "pick"; readonly step_id: string }
  /** Pick an element, and add a step about it after a part. */
  | { readonly kind: "add"; readonly step_id: string }
  /** Stop picking. */
  | { readonly kind: "cancel" };

/** Channel of one builder that chooses a tracker's element. Presence, so that its connection ends with the session. */
export function trackerBuilderChannel(session_id: string): string {
  return `presence-console-tracker-${session_id}`;
}

/** Event on a content's channel: which part someone edits. */
export const AT = "at";

/** Data of {@link AT}. */
export interface EditorPlace {
  readonly user_id: string;
  readonly step_id: string | null;
  /** An element is being picked on the page. */
  readonly picks?: boolean | undefined;
}

/** `user_info` of a member on a content's channel. */
export interface EditorInfo {
  readonly member_id: string;
  readonly name: string;
  /** In the builder on the customer's page, not in the console. */
  readonly on_page: boolean;
}

/** Someone who edits a content now. */
export interface ContentEditor extends EditorInfo, EditorPlace {}

/**
 * Applies an event of a content's channel to the list of editors. Everyone reports their part when someone joins.
 *
 * @example
 * followEditors([], "pusher:member_removed", { user_id: "mem_1" }); // []
 */
export function followEditors(
  editors: readonly ContentEditor[],
  event: string,
  data: unknown,
): readonly ContentEditor[] {
  const without = (user_id: string) => editors.filter((each) => each.user_id !== user_id);
  // Casts: the server sends these shapes, and signs each member's user_info.
  switch (event) {
    case "pusher:subscription_succeeded": {
      const { hash } = (data as { readonly presence: { readonly hash: Readonly<Record<string, EditorInfo>> } })
        .presence;
      return Object.entries(hash).map(([user_id, info]) => ({ ...info, user_id, step_id: null }));
    }
    case "pusher:member_added": {
      const { user_id, user_info } = data as { readonly user_id: string; readonly user_info: EditorInfo };
      return [...without(user_id), { ...user_info, user_id, step_id: null }];
    }
    case "pusher:member_removed":
      return without((data as { readonly user_id: string }).user_id);
    case AT: {
      const { user_id, step_id, picks } = data as EditorPlace;
      return editors.map((each) => (each.user_id === user_id ? { ...each, step_id, picks } : each));
    }
    default:
      return editors;
  }
}
