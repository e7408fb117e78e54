import type { PersonId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import type { LiveUpdateBody } from "@fanfare/contract/realtime/live-update";
import type { TimelineKind } from "@fanfare/contract/schema/people/timeline";
import type { TimelineEntry, TimelinePage } from "@fanfare/contract/schema/responses/people/timeline";
import { fromJson, toIso } from "../../store/columns.ts";
import {
  contentNames,
  deliveriesBefore,
  eventsBefore,
  milestonesBefore,
  runsBefore,
  suppressionsBefore,
  type TimelineCursor,
  type TimelineQuery,
} from "../../store/statements/people/timeline.ts";
import type { Store } from "../../store/store.ts";

type Db = Store["db"];
interface Found {
  readonly place: TimelineCursor;
  readonly content_id: string | null;
  readonly entry: (content: { readonly id: string; readonly name: string } | null) => TimelineEntry;
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
  const sorted = found.toSorted((a, b) => b.place.at - a.place.at || (a.place.id < b.place.id ? 1 : -1));
  const page = sorted.slice(0, query.limit);
  const names = await contentNames(
    db,
    page.flatMap(({ content_id }) => content_id ?? []),
  );
  const items = page.map(({ content_id, entry }) => {
    const name = content_id === null ? undefined : names.get(content_id);
    return entry(name === undefined || content_id === null ? null : { id: content_id, name });
  });
  const last = page.at(-1);
  return { items, next: sorted.length > query.limit && last !== undefined ? encodePosition(last.place) : null };
}

const SOURCES: Readonly<Record<TimelineKind, (db: Db, part: TimelineQuery) => Promise<readonly Found[]>>> = {
  async run(db, part) {
    return (await runsBefore(db, part)).map(({ id, at, content_id, ended_at, ...run }) => ({
      place: { at, id },
      content_id,
      entry: (content) => ({
        ...{ kind: "run", id, at: toIso(at), content },
        ...{ ...run, ended_at: ended_at === null ? null : toIso(ended_at) },
      }),
    }));
  },
  async event(db, part) {
    return (await eventsBefore(db, part)).map(({ id, at, name, props, content_id }) => ({
      place: { at, id },
      content_id,
      // Validated before it was stored.
      entry: (content) => ({
        ...{ kind: "event", id, at: toIso(at), name, content },
        props: fromJson(props, (value) => value as Readonly<Record<string, unknown>>),
      }),
    }));
  },
  async live_update(db, part) {
    return (await deliveriesBefore(db, part)).map(({ id, at, live_update_id, body, state }) => {
      // Cast: validated when it was sent.
      const message = fromJson(body, (value) => value as LiveUpdateBody);
      return {
        place: { at, id },
        content_id: null,
        entry: () => ({
          ...{ kind: "live_update", id, at: toIso(at), live_update_id, says: message.kind },
          ...{ text: describeEntry(message), state },
        }),
      };
    });
  },
  async suppression(db, part) {
    return (await suppressionsBefore(db, part)).map(({ id, at, scope, target, reason, expires_at }) => ({
      place: { at, id },
      content_id: scope === "content" ? target : null,
      entry: (content) => ({
        ...{ kind: "suppression", id, at: toIso(at), scope, target, content },
        ...{ reason, expires_at: toIso(expires_at) },
      }),
    }));
  },
  async milestone(db, part) {
    return (await milestonesBefore(db, part)).map(({ id, at, goal, content_id }) => ({
      place: { at, id },
      content_id,
      entry: (content) => ({ kind: "milestone", id, at: toIso(at), goal, content }),
    }));
  },
};

function describeEntry(body: LiveUpdateBody): string {
  switch (body.kind) {
    case "toast":
    case "banner":
      return body.title ?? body.text;
    case "badge":
      return body.label ?? `${body.badge}: ${body.count}`;
    case "celebration":
      return body.text ?? body.preset;
    case "data":
      return body.name;
  }
}

function encodePosition({ at, id }: TimelineCursor): string {
  return Buffer.from(`${at} ${id}`).toString("base64url");
}

function decodePosition(cursor: string): TimelineCursor {
  const [, at, id] = /^(\d{1,15}) (.{1,200})$/.exec(Buffer.from(cursor, "base64url").toString("utf8")) ?? [];
  if (at !== undefined && id !== undefined) return { at: Number(at), id };
  const message = "This cursor isn't for a timeline. Start again from the newest entry.";
  throw new ProblemError("query_invalid", message, { fields: [{ pointer: "/before", message }] });
}
