import { parseChannel } from "@fanfare/contract/realtime/channel";
import {
  AT,
  type BuilderCommand,
  builderChannel,
  builderUserId,
  COMMAND,
  contentChannel,
  type EditorInfo,
  type EditorPlace,
  trackerBuilderChannel,
} from "@fanfare/contract/realtime/editors";
import { channelSignatureText } from "@fanfare/contract/realtime/signature";
import { CONSOLE_APP_KEY } from "@fanfare/contract/schema/accounts/new-app";
import type { BuilderChannelsResponse } from "@fanfare/contract/schema/client/builder";
import type { BuilderSession } from "../../accounts/access/builder-sessions.ts";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { signText } from "../../lib/signing.ts";
import type { ConsoleSignalDeps } from "./console-signal.ts";

/** Presence data of someone who edits a content. `user_id`: a member in the console, or one of their builders. */
export function editorData(user_id: string, user_info: EditorInfo): string {
  return JSON.stringify({ user_id, user_info });
}

/** Tells everyone who has the content open which part someone edits. */
export function signalPlace({ apps, publish }: ConsoleSignalDeps, content_id: string, place: EditorPlace): void {
  const own = apps.byKey(CONSOLE_APP_KEY);
  if (own !== undefined) publish(own.id, contentChannel(content_id), AT, place);
}

/** Tells the page of a builder what its member asks for in the console. */
export function signalCommand(
  { apps, publish }: ConsoleSignalDeps,
  { id }: Pick<BuilderSession, "id">,
  command: BuilderCommand,
): void {
  const own = apps.byKey(CONSOLE_APP_KEY);
  if (own !== undefined) publish(own.id, builderChannel(id), COMMAND, command);
}

/** Authorizes the connection of a builder for the channel of its content and for its own. One for a tracker is alone. */
export function authorizeBuilder(
  own: AppRecord,
  socket_id: string,
  session: Pick<BuilderSession, "id" | "content_id" | "member_id" | "member_name">,
): BuilderChannelsResponse {
  const { id, content_id, member_id, member_name: name } = session;
  const sign = (name_of_channel: string, channel_data?: string) => {
    const channel = parseChannel(name_of_channel)?.name ?? "";
    const auth = signText(own, channelSignatureText(socket_id, channel, channel_data));
    return { channel, auth, ...(channel_data === undefined ? {} : { channel_data }) };
  };
  const info = { member_id, name, on_page: true };
  const data = editorData(builderUserId(member_id, id), info);
  if (!content_id) return { items: [sign(trackerBuilderChannel(id), data)] };
  return { items: [sign(contentChannel(content_id), data), sign(builderChannel(id))] };
}
