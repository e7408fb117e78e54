import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import type { Cancel } from "@fanfare/contract/lib/clock";
import type { Me } from "@fanfare/contract/schema/accounts/sign-in";
import type { Labels } from "@fanfare/sdk";

/** What of the SDK the console uses on itself. */
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

/** Somebody who listens on a channel, also before the SDK has come. */
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
  /** Loads the SDK, after the page stands. */
  readonly load: () => Promise<(options: SdkOptions) => SdkClient>;
  readonly host: string;
  /** Of the page: what the console's own contents say is there in each of its languages. */
  readonly language: string;
  readonly labels: Labels;
  /** The member again, with a token that is still good. */
  readonly me: () => Promise<Me>;
}

/** The console as a guest of its own SDK: it greets new members with a tour, celebrates, and hears of changes. */
export type ConsoleSdk = ReturnType<typeof createConsoleSdk>;

export function createConsoleSdk({ load, host, language, labels, me }: ConsoleSdkOptions) {
  let inside: { readonly member: string; readonly sdk: Promise<SdkClient> } | undefined;
  const listeners = new Set<() => void>();
  const ears = new Set<ChannelListener>();
  const losses = new Set<() => void>();

  const attach = (sdk: SdkClient, ear: ChannelListener): void => {
    ear.off();
    const offs = Object.entries(ear.on).map(([event, listener]) => sdk.channel(ear.channel).on(event, listener));
    ear.off = () => {
      for (const off of offs) off();
    };
  };

  const open = async ({ guest, member }: Me): Promise<SdkClient> => {
    const sdk = (await load())({ key: guest.key, host, labels });
    sdk.identify(
      guest.external_id,
      { name: member.name, role: member.role, language },
      { token: guest.token, getToken: async () => (await me()).guest.token },
    );
    sdk.channel("fanfare").on("content-changed", () => {
      for (const listener of listeners) listener();
    });
    sdk.on("connection", ({ state }) => {
      if (state === "connected" || state === "pinging") return;
      for (const lost of losses) lost();
    });
    for (const ear of ears) attach(sdk, ear);
    return sdk;
  };

  return {
    /** Once a member is known. The console works without the SDK: when it does not load, nothing else breaks. */
    enter(known: Me): void {
      if (inside?.member === known.member.id) return;
      const sdk = open(known);
      inside = { member: known.member.id, sdk };
      sdk.catch(() => {
        inside = undefined;
      });
    },
    leave(): void {
      inside?.sdk.then(
        (sdk) => sdk.shutdown(),
        () => undefined,
      );
      inside = undefined;
    },
    celebrate(preset: CelebrationPreset): void {
      inside?.sdk.then(
        (sdk) => sdk.celebrate(preset),
        () => undefined,
      );
    },
    /** Is on one of the console's own channels until the answered function is called; `on` has a listener for each event. */
    listen(channel: string, on: ChannelListener["on"]): Cancel {
      const ear: ChannelListener = { channel, on, off: () => undefined };
      ears.add(ear);
      inside?.sdk.then(
        (sdk) => ears.has(ear) && attach(sdk, ear),
        () => undefined,
      );
      return () => {
        ears.delete(ear);
        ear.off();
      };
    },
    /** Calls back while the connection is not there; that it is again, a channel says itself. */
    onLost(lost: () => void): Cancel {
      losses.add(lost);
      return () => {
        losses.delete(lost);
      };
    },
    /** Calls back when somebody published or edited something. */
    onChanged(listener: () => void): Cancel {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
