import type { Edition } from "@fanfare/contract/content/content";
import type { LiveTracker, PointedTracker } from "@fanfare/contract/events/tracker";
import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { Problem } from "@fanfare/contract/problem";
import type {
  BuilderAttributesResponse,
  BuilderChannelsResponse,
  BuilderGatesResponse,
  BuilderPeopleResponse,
  BuilderResponse,
  BuilderTrackerResponse,
  TrackerBuilderResponse,
} from "@fanfare/contract/schema/client/builder";
import type { ContentDetail, PublishResponse } from "@fanfare/contract/schema/responses/content/content";
import type { Target } from "@fanfare/contract/target/target";
import { findToken } from "../debug/token.ts";
import { type Place, placeOfText, placeText } from "./stored-place.ts";

/** Result of a builder request. `retries`: another attempt can succeed. */
export type Answer<Body> =
  | { readonly ok: true; readonly body: Body }
  | {
      readonly ok: false;
      readonly code: string;
      readonly detail: string;
      /** The first wrong field of the request, or of the draft. */
      readonly pointer?: string | undefined;
      readonly retries: boolean;
    };

/**
 * What isn't saved yet, the draft that it started from, and what requests sent without a response. They may have
 * reached the server, such as when their page closed.
 */
export type Unsaved = readonly [base: Edition, draft: Edition, sent: readonly Edition[]];

/** What a page chose for a tracker. */
export interface ChosenElement extends Pick<PointedTracker, "kind" | "visible_s"> {
  readonly target: Target;
  /** The member returns to the form: the session ends for this page. */
  readonly done: boolean;
}

/** A session for content. The other one chooses the element of a tracker. */
export type AnySession = BuilderSession | BuilderSession<TrackerBuilderResponse>;

export interface BuilderSession<Opened = BuilderResponse> {
  readonly opened: Opened;
  read(): Promise<Answer<ContentDetail>>;
  save(revision: number, draft: Edition): Promise<Answer<ContentDetail>>;
  /** Who would see the draft on this page: `person`, or a new visitor. */
  gates(url: string, person: string | undefined): Promise<Answer<BuilderGatesResponse>>;
  /** People whose name or ID begins with a text. */
  people(q: string): Promise<Answer<BuilderPeopleResponse>>;
  /** Names of what is known about people. */
  attributes(): Promise<Answer<BuilderAttributesResponse>>;
  /** Creates the draft of a tracker. */
  track(tracker: Omit<LiveTracker, "id">): Promise<Answer<BuilderTrackerResponse>>;
  /** Saves the element of the session's tracker. */
  point(chosen: ChosenElement): Promise<Answer<object>>;
  publish(revision: number): Promise<Answer<PublishResponse>>;
  /** Lets a connection subscribe to the session's channels. */
  authorize(socket_id: string): Promise<Answer<BuilderChannelsResponse>>;
  /** Shows other editors the part that is edited here, and whether its element is being picked. */
  place(step_id: string, picks: boolean): void;
  /** Changes that the tab's last page couldn't save. */
  readonly unsaved: Unsaved | undefined;
  /** Whether the tab's last page was recording. */
  readonly was_recording: boolean;
  /** Undefined on the tab's first page. */
  readonly last_place: Place | undefined;
  /** Hands these over to the tab's next page. */
  handOver(unsaved: Unsaved | undefined, recording: boolean, place: Place): void;
  /** Ends the session on the server and removes its token. */
  end(): Promise<void>;
}

export interface SessionDeps {
  readonly window: Window;
  readonly clock: Clock;
  readonly fetch: typeof fetch;
  readonly host: string;
  readonly key: string;
  /** Shared with the core, because another import would make it a file of its own that every page loads. */
  readonly toJson: (value: unknown) => string;
}

/** In `sessionStorage`: the tab keeps the session on its next pages, and other tabs and later visits don't have it. */
export const STORED = "fanfare_build";
const UNSAVED = "fanfare_build_unsaved";
const LAST_PLACE = "fanfare_build_at";

/** A request to `/v1/{area}`. `revision`: what `json` changes. */
export type Call = <Body>(
  method: string,
  path: string,
  bearer: string | undefined,
  json?: object,
  revision?: number,
) => Promise<Answer<Body>>;

/** The token is sent in a header only, without cookies. */
export function createCall({ clock, host, key, ...deps }: SessionDeps, area: "builder" | "preview"): Call {
  return async <Body>(
    method: string,
    path: string,
    bearer: string | undefined,
    json?: object,
    revision?: number,
  ): Promise<Answer<Body>> => {
    const abort = new AbortController();
    const cancel = clock.after(limits.request_timeout_ms, () => abort.abort());
    const headers = {
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(json === undefined ? {} : { "content-type": "application/json", prefer: "handling=lenient" }),
      ...(revision === undefined ? {} : { "if-match": `"${revision}"` }),
    };
    const text = json === undefined ? null : deps.toJson(json);
    // A save outlives the page. Browsers refuse larger bodies of such requests.
    const keepalive = text !== null && text.length < KEEPALIVE_CHARS_MAX;
    try {
      const response = await deps.fetch(`${host}/v1/${area}${path}?${new URLSearchParams({ app: key })}`, {
        ...{ method, headers, credentials: "omit", signal: abort.signal, keepalive },
        body: text,
      });
      // A proxy may have responded, so every field is optional.
      const body: Partial<Problem> = await response.json();
      // The server guarantees this shape in contract/schema/routes/builder.ts.
      if (response.ok) return { ok: true, body: body as Body };
      const { code = "", detail = "", fields, retryable = response.status >= 500 } = body;
      return { ok: false, code, detail, pointer: fields?.[0]?.pointer, retries: retryable };
    } catch {
      return { ok: false, code: "", detail: "", retries: true };
    } finally {
      cancel();
    }
  };
}

/**
 * Opens the session of the link that the page was opened with, or continues that of the tab's last page. Undefined if
 * there is none for this app.
 *
 * @param opened The page's URL when the SDK started.
 */
export async function openSession(deps: SessionDeps, opened: string): Promise<Answer<AnySession> | undefined> {
  const { window, key } = deps;
  const call = createCall(deps, "builder");

  const link = findToken(opened, "fanfare_build");
  const by_link = link?.owner === key;
  const [stored_key, stored, , recording] = (readStored(window, STORED) ?? "").split(" ");
  const unsaved = takeStored(window, UNSAVED);
  const place = takeStored(window, LAST_PLACE);
  if (!by_link && (stored === undefined || stored_key !== key)) return undefined;
  const answer = by_link
    ? await call<AnySession["opened"]>("POST", "", undefined, { code: link.token })
    : await call<AnySession["opened"]>("POST", "/resume", stored, {});
  if (!answer.ok) {
    if (!answer.retries) writeStored(window, STORED, undefined);
    return answer;
  }
  const { token, session_id } = answer.body;
  const kept = `${key} ${token} ${session_id}`;
  writeStored(window, STORED, kept);
  return {
    ok: true,
    body: {
      // Cast: it decides which of the two sessions this is.
      opened: answer.body as BuilderResponse,
      read: () => call("GET", "/content", token),
      save: (revision, draft) => call("PATCH", "/content", token, { draft }, revision),
      gates: (url, person) =>
        call("POST", "/gates", token, { url: url.slice(0, limits.page_url_chars_max), ...(person ? { person } : {}) }),
      people: (q) => call("POST", "/people", token, { q }),
      attributes: () => call("GET", "/attributes", token),
      track: (tracker) => call("POST", "/trackers", token, tracker),
      point: (chosen) => call("POST", "/tracker", token, chosen),
      authorize: (socket_id) => call("POST", "/channels", token, { socket_id }),
      place: (step_id, picks) => void call("POST", "/place", token, { step_id, picks }),
      publish: (revision) => call("POST", "/publish", token, {}, revision),
      was_recording: !by_link && recording === "recording",
      // Written by `handOver` of this tab's last page.
      unsaved: by_link || unsaved === null ? undefined : (JSON.parse(unsaved) as Unsaved),
      last_place: by_link || place === null ? undefined : placeOfText(deps.toJson, place),
      handOver(changes, is_recording, place) {
        writeStored(window, UNSAVED, changes && deps.toJson(changes));
        writeStored(window, LAST_PLACE, placeText(deps.toJson, place));
        writeStored(window, STORED, is_recording ? `${kept} recording` : kept);
      },
      async end() {
        writeStored(window, STORED, undefined);
        await call("DELETE", "", token);
      },
    },
  };
}

/** ID of the session of the tab's last page. Undefined if there is none for this app, or if a link opens another one. */
export function keptSession({ window, key }: SessionDeps, opened: string): string | undefined {
  const [stored_key, , id] = (readStored(window, STORED) ?? "").split(" ");
  return stored_key === key && findToken(opened, "fanfare_build") === undefined ? id : undefined;
}

/**
 * The token of a preview link that the page was opened with, or of the tab's preview. It's kept for the tab's next
 * pages. Undefined if there is none for this app.
 */
export function previewToken({ window, key }: SessionDeps, opened: string): string | undefined {
  const link = findToken(opened, "fanfare_preview");
  if (link?.owner === key) {
    writeStored(window, STORED, `${key} ${link.token}`);
    return link.token;
  }
  const [stored_key, stored] = (readStored(window, STORED) ?? "").split(" ");
  const builds = findToken(opened, "fanfare_build") !== undefined;
  return !builds && stored_key === key && stored?.startsWith("ffp_") ? stored : undefined;
}

/** Browsers allow 64 KiB, and a character takes up to three bytes. */
const KEEPALIVE_CHARS_MAX = 20_000;

function takeStored(window: Window, name: string): string | null {
  const text = readStored(window, name);
  writeStored(window, name, undefined);
  return text;
}

export function readStored(window: Window, name: string): string | null {
  try {
    return window.sessionStorage.getItem(name);
  } catch {
    // Storage is blocked: the session ends with the page.
    return null;
  }
}

export function writeStored(window: Window, name: string, text: string | undefined): void {
  try {
    if (text === undefined) window.sessionStorage.removeItem(name);
    else window.sessionStorage.setItem(name, text);
  } catch {
    // Storage is blocked: the session ends with the page.
  }
}
