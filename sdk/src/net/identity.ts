import type { AttributeValue, BootResponse } from "@fanfare/contract/schema/client/v1";
import type { Report } from "../lib/report.ts";
import type { Storage } from "../lib/storage.ts";

export type Attributes = Readonly<Record<string, AttributeValue>>;
export type GetToken = () => string | Promise<string>;

/** Who the page says is looking at it, and how it proves it. */
export interface IdentifiedPerson {
  readonly external_id: string;
  readonly attributes: Attributes;
  readonly token?: string | undefined;
  readonly getToken?: GetToken | undefined;
}

/** Who every call of this page speaks for: somebody the page named, or an anonymous person the server named. */
export interface Identity {
  identifiedPerson(): IdentifiedPerson | undefined;
  /** Changes with the person: an answer that was asked for under another number is about somebody else. */
  epoch(): number;
  setPerson(identifiedPerson: IdentifiedPerson | undefined): void;
  /** The identity token, else the anonymous one. Asks the page's `getToken` when there is none yet. */
  bearer(): Promise<string | undefined>;
  /** A token was refused. True when there is another to try. */
  renew(): Promise<boolean>;
  isVerifiedPerson(): boolean;
  /** What a body or a query says of the caller where no token does. */
  claims(): { readonly external_id?: string };
  anonymousToken(): string | undefined;
  /** Keeps what the server gave; a `cookie` is kept by the browser, out of reach of scripts. */
  storeAnonymous(anonymous: BootResponse["anonymous"]): void;
  /** Consent came, and what could not be stored before is stored now; or it went, and the answer that was kept goes with it. */
  persistAnonymous(): void;
  /** True where there was a token to forget. */
  forget(): boolean;
}

/** Who is looking: by a token, by a name that is only said, or as a visitor whom this browser remembers. */
export function createIdentity(key: string, storage: Storage, report: Report): Identity {
  const anonymous = createAnonymousIdentity(key, storage);
  const { anonymousToken, forget } = anonymous;
  let identifiedPerson: IdentifiedPerson | undefined;
  let epoch = 0;
  let token: string | undefined;
  let pending: Promise<string | undefined> | undefined;

  /** One question at a time, however many calls need the answer. */
  const loadToken = (): Promise<string | undefined> => {
    const person = identifiedPerson;
    pending ??= (async () => {
      try {
        const fresh = await person?.getToken?.();
        if (person === identifiedPerson) token = fresh;
      } catch (error) {
        report("getToken", error);
      } finally {
        pending = undefined;
      }
      return token;
    })();
    return pending;
  };

  const isVerifiedPerson = (): boolean => !!(token || identifiedPerson?.getToken);

  return {
    ...anonymous,
    identifiedPerson: () => identifiedPerson,
    epoch: () => epoch,
    setPerson(next) {
      const was_proven = isVerifiedPerson();
      const same = next && next.external_id === identifiedPerson?.external_id;
      identifiedPerson = next;
      token = next?.token;
      pending = undefined;
      // New attributes or a fresh token make nobody else of them; a proof does, for those who had none, and so does leaving.
      if (!same || isVerifiedPerson() !== was_proven) epoch++;
    },
    async bearer() {
      if (identifiedPerson?.getToken && token === undefined) await loadToken();
      return token ?? anonymousToken();
    },
    async renew() {
      // The anonymous token is no longer known: the server forgot its key, or a year has passed.
      if (token === undefined) return forget();
      if (!identifiedPerson?.getToken) return false;
      const old = token;
      token = undefined;
      return (await loadToken()) !== old && !!token;
    },
    isVerifiedPerson,
    claims: () => (!identifiedPerson || isVerifiedPerson() ? {} : { external_id: identifiedPerson.external_id }),
  };
}

/** The token by which the server knows an anonymous visitor again. */
function createAnonymousIdentity(
  key: string,
  storage: Storage,
): Pick<Identity, "anonymousToken" | "storeAnonymous" | "persistAnonymous" | "forget"> {
  const slot = `fanfare:${key}:anonymous`;
  /** An answer that is kept (engage/kept.ts) gives way to the next, and goes with consent. */
  const cache_key = `fanfare:${key}:kept`;
  let token: string | undefined;
  let in_browser = false;
  return {
    anonymousToken() {
      // Whatever else stands there, or is longer than limits.identity_token_chars_max, goes into no header, and is replaced.
      token ??= storage.get(slot)?.match(/^[\w.-]{1,4096}$/)?.[0];
      return token;
    },
    storeAnonymous(given) {
      storage.set(cache_key);
      if (!given) return;
      in_browser = given.storage === "browser";
      // What was kept before is not kept again: another tab may have left it behind meanwhile.
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
