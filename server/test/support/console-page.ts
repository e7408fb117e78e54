import { openPage, type SocketPage } from "./socket-page.ts";
import type { TemporaryServer, TestBrowser } from "./temporary-server.ts";

/**
 * A member's page, connected to the console's own app and subscribed to a channel there. `channelOf` gets the member's
 * ID in that app. Rejects if the server refuses the channel.
 *
 * @example
 * const page = await openConsolePage(server, owner, (id) => personChannel(personChannelId(id)));
 */
export async function openConsolePage(
  { origin, port }: Pick<TemporaryServer, "origin" | "port">,
  member: TestBrowser,
  channelOf: (external_id: string) => string,
): Promise<SocketPage> {
  const { guest } = (await member.call("GET", "/api/me")).json;
  const page = await openPage(port, guest.key);
  const channel = channelOf(guest.external_id);
  const granted = await fetch(`${origin}/pusher/auth?app=${guest.key}`, {
    method: "POST",
    headers: { Origin: origin, Cookie: [...member.cookies].map((pair) => pair.join("=")).join("; ") },
    body: new URLSearchParams({ socket_id: page.socket_id, channel_name: channel, token: guest.token }),
  });
  if (!granted.ok) throw new Error(`The server refused ${channel}: ${await granted.text()}`);
  const { auth } = await granted.json();
  page.send("pusher:subscribe", { channel, auth });
  await page.until((frame) => frame.channel === channel && frame.event.endsWith("subscription_succeeded"));
  return page;
}
