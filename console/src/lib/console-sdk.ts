import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import type { Cancel } from "@fanfare/contract/lib/clock";
import type { Me } from "@fanfare/contract/schema/responses/content/content";
import type { Labels } from "@fanfare/sdk";

/** The part of the SDK that the console uses. */
export interface SdkClient {
  identify(
    external_id: string,
    attributes: Readonly<Record<string, string>>,
    options: { readonly token: string; readonly getToken: () => Promise<string> },
  ): unknown;
  celebrate(preset: CelebrationPreset): unknown;
  channel(name: string): { on(event: string, listener: (data: unknown) => void): Cancel };
  on(event: "connection", listener: (notice: { readonly state: string }) => void): Cancel;
  shutdown(): unknown;
}

/** A channel listener. Can be added before the SDK has loaded. */
interface ChannelListener {
  readonly channel: string;
  readonly on: Readonly<Record<string, (data: unknown) => void>>;
  off: Cancel;
}

interface SdkOptions {
  readonly key: string;
  readonly host: string;
  readonly labels: Labels;
}

interface ConsoleSdkOptions {
  /** Loads the SDK after the page has rendered. */
  readonly load: () => Promise<(options: SdkOptions) => SdkClient>;
  readonly host: string;
  /** The page's language. The console's own content is translated into all of its languages. */
  readonly language: string;
  readonly labels: Labels;
  /** Refetches the member with a fresh identity token. */
  readonly me: () => Promise<Me>;
}

/** Functions that are called back together. */
function createCallbacks() {
  const callbacks = new Set<() => void>();
  return {
    add(callback: () => void): Cancel {
      callbacks.add(callback);
      return () => {
        callbacks.delete(callback);
      };
    },
    call(): void {
      for (const callback of callbacks) callback();
    },
  };
}

/** Those who listen on channels, and get an SDK as soon as there is one. */
function createChannelListeners() {
  const listeners = new Set<ChannelListener>();
  const attachOne = (sdk: SdkClient, listener: ChannelListener): void => {
    listener.off();
    const channel = sdk.channel(listener.channel);
    const offs = Object.entries(listener.on).map(([event, heard]) => channel.on(event, heard));
    listener.off = () => {
      for (const off of offs) off();
    };
  };
  return {
    attach(sdk: SdkClient): void {
      for (const listener of listeners) attachOne(sdk, listener);
    },
    add(listener: ChannelListener, sdk: Promise<SdkClient> | undefined): Cancel {
      listeners.add(listener);
      sdk?.then(
        (client) => listeners.has(listener) && attachOne(client, listener),
        () => undefined,
      );
      return () => {
        listeners.delete(listener);
        listener.off();
      };
    },
  };
}

/** The console uses its own SDK: a tour for new members, celebrations, and realtime changes. */
export type ConsoleSdk = ReturnType<typeof createConsoleSdk>;

export function createConsoleSdk({ load, host, language, labels, me }: ConsoleSdkOptions) {
  let inside: { readonly member: string; readonly sdk: Promise<SdkClient> } | undefined;
  const changed = createCallbacks();
  const lost = createCallbacks();
  const channels = createChannelListeners();

  const open = async ({ guest, member }: Me): Promise<SdkClient> => {
    const sdk = (await load())({ key: guest.key, host, labels });
    sdk.identify(
      guest.external_id,
      { name: member.name, role: member.role, language },
      { token: guest.token, getToken: async () => (await me()).guest.token },
    );
    sdk.channel("fanfare").on("content-changed", changed.call);
    sdk.on("connection", ({ state }) => {
      if (state !== "connected" && state !== "pinging") lost.call();
    });
    channels.attach(sdk);
    return sdk;
  };
  /** Nothing where there is no SDK. */
  const withSdk = (work: (sdk: SdkClient) => unknown): void => void inside?.sdk.then(work, () => undefined);

  return {
    /** Call once the member is known. If the SDK doesn't load, the rest of the console works without it. */
    enter(known: Me): void {
      if (inside?.member === known.member.id) return;
      const sdk = open(known);
      inside = { member: known.member.id, sdk };
      sdk.catch(() => {
        inside = undefined;
      });
    },
    leave(): void {
      withSdk((sdk) => sdk.shutdown());
      inside = undefined;
    },
    celebrate(preset: CelebrationPreset): void {
      withSdk((sdk) => sdk.celebrate(preset));
    },
    /**
     * Subscribes to one of the console's channels. `on` maps event names to listeners. Returns a function that
     * unsubscribes.
     */
    listen(channel: string, on: ChannelListener["on"]): Cancel {
      return channels.add({ channel, on, off: () => undefined }, inside?.sdk);
    },
    /** Calls back when the connection is lost. Channels report the reconnect. */
    onLost: lost.add,
    /** Calls back when a member publishes or edits something. */
    onChanged: changed.add,
  };
}
