import type { Edition } from "@fanfare/contract/content/content";
import { namedParts } from "@fanfare/contract/content/parts";
import { answerLabels } from "@fanfare/contract/content/survey-answer";
import { editionForArm } from "@fanfare/contract/content/variants";
import type { PersonId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import { describeLiveUpdate, type LiveUpdateBody } from "@fanfare/contract/realtime/live-update";
import { bodyOfVariant, type MessageExperiment } from "@fanfare/contract/realtime/message-experiment";
import type { TimelineKind } from "@fanfare/contract/schema/people/timeline";
import type { TimelineEntry, TimelinePage } from "@fanfare/contract/schema/responses/people/timeline";
import { fromJson, toIso } from "../../store/columns.ts";
import {
  contentNames,
  deliveriesBefore,
  eventsBefore,
  messagesGot,
  milestonesBefore,
  runsBefore,
  suppressionsBefore,
  type TimelineCursor,
  type TimelineQuery,
  versionsNamed,
} from "../../store/statements/people/timeline.ts";
import type { Store } from "../../store/store.ts";
import { newestStepFirst } from "./newest-step-first.ts";

type Db = Store["db"];
type NamedPart = Extract<TimelineEntry, { kind: "run" }>["part"];
/** A part of a version: of the version with this ID, or of the content's version with this number. */
interface FoundPart {
  readonly version: string | number;
  readonly id: string;
  /** Of an experiment. */
  readonly variant?: string | undefined;
  /** To the question, as it was stored. */
  readonly answer?: unknown;
}
interface Found {
  readonly place: TimelineCursor;
  readonly content_id: string | null;
  readonly part?: FoundPart | undefined;
  readonly live_update_id?: string | undefined;
  readonly entry: (named: Named) => TimelineEntry;
}
/** What an entry's IDs stand for. */
interface Named {
  readonly content: { readonly id: string; readonly name: string } | null;
  readonly part: NamedPart;
  readonly message: string | null;
  readonly answer: readonly string[] | null;
}

/**
 * A person's activity and messages, newest first. Reads each kind from its own index, up to one page.
 *
 * @throws ProblemError `query_invalid` for an invalid cursor.
 */
export async function readTimeline(
  db: Db,
  person_id: PersonId,
  query: { readonly kind: TimelineKind | "all"; readonly before?: string | undefined; readonly limit: number },
): Promise<TimelinePage> {
  const before = query.before === undefined ? undefined : decodePosition(query.before);
  const part = { person_id, before, limit: query.limit + 1 };
  const kinds = query.kind === "all" ? (Object.keys(SOURCES) as TimelineKind[]) : [query.kind];
  const found = (await Promise.all(kinds.map((kind) => SOURCES[kind](db, part)))).flat();
  const sorted = found.toSorted(
    ({ place: a }, { place: b }) => b.at - a.at || b.order - a.order || (a.id < b.id ? 1 : -1),
  );
  const page = sorted.slice(0, query.limit);
  const names = await contentNames(
    db,
    page.flatMap(({ content_id }) => content_id ?? []),
  );
  const [partOf, messages] = await Promise.all([readParts(db, page), readMessages(db, person_id, page)]);
  const entries = page.map(({ content_id, live_update_id = "", part: found_part, entry, place }) => {
    const name = content_id === null ? undefined : names.get(content_id);
    const content = name === undefined || content_id === null ? null : { id: content_id, name };
    const message = messages.get(live_update_id) ?? null;
    return { order: place.order, entry: entry({ content, message, ...partOf(content_id, found_part) }) };
  });
  const last = page.at(-1);
  const items = newestStepFirst(entries);
  return { items, next: sorted.length > query.limit && last !== undefined ? encodePosition(last.place) : null };
}

/** Texts of the messages that events are about. */
async function readMessages(db: Db, person_id: PersonId, page: readonly Found[]): Promise<ReadonlyMap<string, string>> {
  const rows = await messagesGot(
    db,
    person_id,
    page.flatMap(({ live_update_id }) => live_update_id ?? []),
  );
  return new Map(rows.map((row) => [row.live_update_id, describeLiveUpdate(bodyOf(row))]));
}

/** What the person got. */
function bodyOf({ body, experiment, variant }: Awaited<ReturnType<typeof messagesGot>>[number]): LiveUpdateBody {
  // Casts: validated when it was sent.
  const tested = {
    body: fromJson(body, (value) => value as LiveUpdateBody),
    experiment: experiment === null ? null : fromJson(experiment, (value) => value as MessageExperiment),
  };
  return bodyOfVariant(tested, variant ?? "a");
}

/** Reads the parts of the versions that the entries are about, each version once. */
async function readParts(
  db: Db,
  page: readonly Found[],
): Promise<(content_id: string | null, part: FoundPart | undefined) => Pick<Named, "part" | "answer">> {
  const about = page.filter(({ part }) => part !== undefined);
  const versions = about.map(({ part }) => part?.version);
  const rows = await versionsNamed(db, {
    content_ids: about.flatMap(({ content_id }) => content_id ?? []),
    ids: versions.filter((version) => typeof version === "string"),
    numbers: versions.filter((version) => typeof version === "number"),
  });
  const editions = new Map<string, Edition>(
    rows.flatMap(({ id, content_id, number, edition }) => {
      // Cast: validated before it was frozen.
      const read = fromJson(edition, (value) => value as Edition);
      return [id, number].map((version) => [`${content_id} ${version}`, read] as const);
    }),
  );
  return (content_id, part) => {
    const edition = part && editions.get(`${content_id} ${part.version}`);
    if (part === undefined || edition === undefined) return { part: null, answer: null };
    const { id, variant, answer } = part;
    const shown = editionForArm(edition, variant);
    // Clients can send any variant.
    const named = namedParts({ body: shown.body }).get(id) ?? namedParts(edition).get(id);
    const question = shown.body.type === "survey" ? shown.body.questions.find((each) => each.id === id) : undefined;
    return {
      part: named === undefined ? null : { id, ...named },
      answer: question === undefined ? null : answerLabels(question, answer),
    };
  };
}

/** The part that content events name in their props. Clients can send any version. */
function partInProps(props: Readonly<Record<string, unknown>>): FoundPart | undefined {
  const { step_id, version, variant, answer } = props;
  if (typeof step_id !== "string" || typeof version !== "number") return undefined;
  if (!Number.isInteger(version) || version <= 0 || version > VERSION_MAX) return undefined;
  return { version, id: step_id, variant: typeof variant === "string" ? variant : undefined, answer };
}
/** Largest integer of the column. */
const VERSION_MAX = 2 ** 31 - 1;

const SOURCES: Readonly<Record<TimelineKind, (db: Db, part: TimelineQuery) => Promise<readonly Found[]>>> = {
  async run(db, part) {
    return (await runsBefore(db, part)).map(({ id, at, content_id, version_id, variant, ended_at, ...run }) => ({
      place: { at, order: at, id },
      content_id,
      part: { version: version_id, id: run.step_id, variant: variant ?? undefined },
      entry: ({ content, part: named }) => ({
        ...{ kind: "run", id, at: toIso(at), content, part: named },
        ...{ ...run, ended_at: ended_at === null ? null : toIso(ended_at) },
      }),
    }));
  },
  async event(db, part) {
    return (await eventsBefore(db, part)).map(({ id, at, order, name, content_id, ...row }) => {
      // Cast: validated before it was stored.
      const props = fromJson(row.props, (value) => value as Readonly<Record<string, unknown>>);
      return {
        place: { at, order, id },
        content_id,
        part: partInProps(props),
        live_update_id: typeof props["live_update_id"] === "string" ? props["live_update_id"] : undefined,
        entry: (named) => ({ kind: "event", id, at: toIso(at), name, ...named, props }),
      };
    });
  },
  async live_update(db, part) {
    return (await deliveriesBefore(db, part)).map((row) => {
      const { id, at, live_update_id, state } = row;
      const message = bodyOf(row);
      return {
        place: { at, order: at, id },
        content_id: null,
        entry: () => ({
          ...{ kind: "live_update", id, at: toIso(at), live_update_id, says: message.kind },
          ...{ text: describeLiveUpdate(message), state },
        }),
      };
    });
  },
  async suppression(db, part) {
    return (await suppressionsBefore(db, part)).map(({ id, at, scope, target, reason, expires_at }) => ({
      place: { at, order: at, id },
      content_id: scope === "content" ? target : null,
      entry: ({ content }) => ({
        ...{ kind: "suppression", id, at: toIso(at), scope, target, content },
        ...{ reason, expires_at: toIso(expires_at) },
      }),
    }));
  },
  async milestone(db, part) {
    return (await milestonesBefore(db, part)).map(({ id, at, goal, content_id }) => ({
      place: { at, order: at, id },
      content_id,
      entry: ({ content }) => ({ kind: "milestone", id, at: toIso(at), goal, content }),
    }));
  },
};

function encodePosition({ at, order, id }: TimelineCursor): string {
  return Buffer.from(`${at} ${order} ${id}`).toString("base64url");
}

function decodePosition(cursor: string): TimelineCursor {
  const [, at, order, id] =
    /^(\d{1,15}) (-?\d{1,15}) (.{1,200})$/.exec(Buffer.from(cursor, "base64url").toString("utf8")) ?? [];
  if (at !== undefined && order !== undefined && id !== undefined) {
    return { at: Number(at), order: Number(order), id };
  }
  const message = "This cursor isn't for a timeline. Start again from the newest entry.";
  throw new ProblemError("query_invalid", message, { fields: [{ pointer: "/after", message }] });
}
