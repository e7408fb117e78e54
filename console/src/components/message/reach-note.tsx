import type { LiveUpdateAudience } from "@fanfare/contract/realtime/live-update";
import type { LiveUpdateReach } from "@fanfare/contract/schema/responses/realtime/live-update";
import { useQuery } from "@tanstack/react-query";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { list } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { realtimeQueries } from "../../lib/queries/realtime.ts";
import type { MessageDraft } from "../../model/message-draft.ts";
import { Callout } from "../../ui/feedback/callout.tsx";

/** Not asked for. */
const NO_ONE: LiveUpdateAudience = { kind: "people", external_ids: [] };

/** Who of the audience can receive the message. */
export function ReachNote({ draft }: { readonly draft: Pick<MessageDraft, "audience" | "people" | "segment"> }) {
  const { api } = useAppContext();
  const app = useApp();
  const audience = countableAudience(draft);
  const reach = useQuery({
    ...realtimeQueries.reach(api, app.id, audience ?? NO_ONE),
    enabled: audience !== undefined,
  });
  if (audience === undefined || reach.data === undefined || reach.data.people === null) return null;
  if (audience.kind === "everyone") return <ReachesAll people={reach.data.people} more={reach.data.more} />;
  return <Reach reach={reach.data} people={reach.data.people} labels={draft.people} />;
}

/** Undefined while no one is selected, or for groups, whose people are only known on delivery. */
function countableAudience({
  audience,
  people,
  segment,
}: Pick<MessageDraft, "audience" | "people" | "segment">): LiveUpdateAudience | undefined {
  if (audience === "people" && people.length > 0) {
    return { kind: "people", external_ids: people.map(({ id }) => id) };
  }
  if (audience === "everyone") return { kind: "everyone" };
  return audience === "segment" && segment !== null ? { kind: "segment", segment_id: segment.id } : undefined;
}

function ReachesAll({ people, more }: Pick<LiveUpdateReach, "more"> & { readonly people: number }) {
  return (
    <p className="text-sm text-ink-2">
      {more
        ? tCount(
            people,
            "More than {n} person can receive this message.",
            "More than {n} people can receive this message.",
          )
        : tCount(people, "{n} person can receive this message.", "{n} people can receive this message.")}
    </p>
  );
}

interface ReachProps {
  readonly reach: LiveUpdateReach;
  readonly people: number;
  readonly labels: MessageDraft["people"];
}

function Reach({ reach: { states, examples }, people, labels }: ReachProps) {
  const { unverified, merged, unknown } = states;
  const reachable = states.verified + states.anonymous;
  const named = (state: "unverified" | "merged" | "unknown"): string => {
    const ids = examples.filter((each) => each.state === state).map(({ external_id }) => external_id);
    return list(ids.map((id) => labels.find((each) => each.id === id)?.label ?? id));
  };
  if (reachable === people) return <ReachesAll people={people} more={false} />;
  return (
    <Callout
      tone="caution"
      title={
        reachable === 0
          ? t("No one can receive this now")
          : tCount(people, "Reaches {reachable} of {n} person", "Reaches {reachable} of {n} people", {
              reachable,
            })
      }
    >
      <ul className="flex flex-col gap-1">
        {unverified > 0 && (
          <li>
            {tCount(
              unverified,
              "Not verified: {names}. Identify this person with an identity token, so that no one else can read their messages.",
              "Not verified: {names}. Identify these {n} people with an identity token, so that no one else can read their messages.",
              { names: named("unverified") },
            )}
          </li>
        )}
        {merged > 0 && (
          <li>
            {tCount(
              merged,
              "Identified since: {names}. Send the message to this visitor’s ID instead.",
              "Identified since: {names}. Send the message to the IDs of these {n} visitors instead.",
              { names: named("merged") },
            )}
          </li>
        )}
        {unknown > 0 && (
          <li>
            {tCount(
              unknown,
              "Not seen yet: {names}. This person gets the message if they sign in with an identity token before it expires.",
              "Not seen yet: {names}. These {n} people get the message if they sign in with an identity token before it expires.",
              { names: named("unknown") },
            )}
          </li>
        )}
      </ul>
    </Callout>
  );
}
