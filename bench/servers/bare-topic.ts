/** Reference: a bare Bun server whose WebSockets subscribe to a native topic. */
import { channelName, eventFrame, handleCommands } from "./commands.ts";

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request, self) {
    const channel = new URL(request.url).searchParams.get("channel") ?? channelName(0);
    return self.upgrade(request, { data: { channel } }) ? undefined : new Response("Upgrade expected", { status: 426 });
  },
  websocket: {
    data: {} as { channel: string }, // Bun only uses the type of this value.
    open(socket) {
      socket.subscribe(socket.data.channel);
      socket.send("subscribed");
    },
    message() {},
  },
});

const frames = new Map<string, string>();
handleCommands(server.port ?? 0, (channel) => {
  const frame = frames.get(channel) ?? eventFrame(channel);
  frames.set(channel, frame);
  server.publish(channel, frame);
});
