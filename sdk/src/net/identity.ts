import type { AttributeValue, BootResponse } from "@fanfare/contract/schema/client/v1";
import type { Report } from "../lib/report.ts";
import type { Storage } from "../lib/storage.ts";

export type Attributes = Readonly<Record<string, AttributeValue>>;
export type GetToken = () => string | Promise<string>;

/** Proof of an ID. With `getToken` too, `token` is the first token. A function as `token` is a `getToken`. */
export type Proof =
  | { readonly token?: string | undefined; readonly getToken?: GetToken | undefined }
  | { readonly token: GetToken; readonly getToken?: undefined };

export type IdentifiedPerson = Proof & {
  readonly external_id: string;
  readonly attributes: Attributes;
  /** Who was there before: comes back if the server refuses this person. Removed once it has accepted them. */
  yielded?: readonly [IdentifiedPerson | undefined] | undefined;
};

export interface Identity {
  identifiedPerson(): IdentifiedPerson | undefined;
  /** Changes with the person. Responses to requests of another epoch belong to someone else. */
  epoch(): number;
  setPerson(identifiedPerson?: IdentifiedPerson): void;
  /** Returns the identity token, otherwise the anonymous token. Calls the page's `getToken` if there is none yet. */
  bearer(): Promise<string | undefined>;
  /** Handles a refused token of this epoch. Returns true if the same person has another one to try. */
  renew(about: number): Promise<boolean>;
  isVerifiedPerson(): boolean;
  /** The person's ID for a body or query, used if no token is sent. */
  claims(): { readonly external_id?: string };
  anonymousToken(): string | undefined;
  /** Stores the anonymous token from the server. A `cookie` is stored by the browser, not readable by scripts. */
  storeAnonymous(anonymous: BootResponse["anonymous"]): void;
  /** Called when consent changes. If granted, stores what was held back. In any case, deletes the cached response. */
  persistAnonymous(): void;
  /** The response that an earlier page cached, as text, after its `ETag`. */
  cachedResponse(): string | null | undefined;
  /** True where there was a token to forget. */
  forget(): boolean;
}

/**
 * Holds the current identity: verified by a token, an unverified ID, or an anonymous visitor remembered by this
 * browser.
 */
export function createIdentity(key: string, storage: Storage, report: Report): Identity {
  const anonymous = createAnonymousIdentity(key, storage);
  const { anonymousToken, forget } = anonymous;
  let identifiedPerson: IdentifiedPerson | undefined;
  let epoch = 0;
  let token: string | undefined;
  let source: string | GetToken | undefined;
  let pending: Promise<string | undefined> | undefined;

  /** Concurrent requests share one `getToken` call. */
  const loadToken = (): Promise<string | undefined> => {
    const person = identifiedPerson;
    pending ??= (async () => {
      let fresh: string | undefined;
      try {
        fresh = await (typeof source === "function" ? source() : source);
      } catch (error) {
        report("getToken", error);
      }
      if (person === identifiedPerson) {
        token = fresh;
        pending = undefined;
      }
      return fresh;
    })();
    return pending;
  };

  const isVerifiedPerson = (): boolean => !!source;

  return {
    ...anonymous,
    identifiedPerson: () => identifiedPerson,
    epoch: () => epoch,
    setPerson(next) {
      const was_proven = isVerifiedPerson();
      const same = next && next.external_id === identifiedPerson?.external_id;
      identifiedPerson = next;
      source = next?.getToken ?? next?.token;
      token = next?.getToken && next.token;
      pending = undefined;
      // New attributes or a fresh token don't change the person. Becoming verified or signing out does.
      if (!same || isVerifiedPerson() !== was_proven) epoch++;
    },
    async bearer() {
      // Before any wait: afterwards, the page may be for someone else.
      const anonymous = anonymousToken();
      return token ?? (await loadToken()) ?? anonymous;
    },
    async renew(about) {
      if (about !== epoch) return false;
      // The server no longer accepts the anonymous token: its key was lost, or the token is over a year old.
      if (token === undefined) return forget();
      const old = token;
      token = undefined;
      const fresh = await loadToken();
      return about === epoch && !!fresh && fresh !== old;
    },
    isVerifiedPerson,
    claims: () => (!identifiedPerson || isVerifiedPerson() ? {} : { external_id: identifiedPerson.external_id }),
  };
}

/** The token by which the server knows an anonymous visitor again. */
function createAnonymousIdentity(
  key: string,
  storage: Storage,
): Pick<Identity, "anonymousToken" | "cachedResponse" | "storeAnonymous" | "persistAnonymous" | "forget"> {
  const slot = `fanfare:${key}:anonymous`;
  /** The cached response (engage/decide/offline-cache.ts), deleted on the next response and on consent changes. */
  const cache_key = `fanfare:${key}:kept`;
  let token: string | undefined;
  let in_browser = false;
  return {
    anonymousToken() {
      // Anything else, or longer than limits.identity_token_chars_max, is never sent in a header and is replaced.
      token ||= storage.get(slot)?.match(/^[\w.-]{1,4096}$/)?.[0];
      return token;
    },
    cachedResponse: () => storage.get(cache_key),
    storeAnonymous(given) {
      storage.set(cache_key);
      if (!given) return;
      in_browser = given.storage === "browser";
      // Don't store the same token again: another tab may have deleted it meanwhile.
      if (given.token !== token) storage.set(slot, in_browser ? given.token : undefined);
      token = given.token;
    },
    persistAnonymous() {
      storage.set(cache_key);
      if (in_browser) storage.set(slot, token);
    },
    forget() {
      const had = !!token;
      token = undefined;
      storage.set(slot);
      return had;
    },
  };
}
