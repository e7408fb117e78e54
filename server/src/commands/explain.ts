import { UsageError } from "../lib/operator-errors.ts";
import { readArguments } from "./arguments.ts";
import { type Command, createClient, printResult } from "./command.ts";

const USAGE = `Usage: fanfare explain --person u_42 [options]

  --content welcome                      only this content
  --url https://shop.example/orders      the page that the person is on
  --at 2026-11-20T14:02:00Z              what was decided then
  --all                                  every gate, not only the ones that decide
  --app 1001
  --json                                 print one line of JSON`;

/** `fanfare explain`: shows why a person sees or doesn't see content. `--all` includes every gate. */
export const explain: Command = async (context) => {
  const { values } = readArguments(context.args, {
    verbs: [""],
    options: {
      person: { type: "string" },
      content: { type: "string" },
      url: { type: "string" },
      at: { type: "string" },
      app: { type: "string" },
      all: { type: "boolean", default: false },
    },
    usage: USAGE,
  });
  const { person, content, url, at, app, all, json } = values;
  if (person === undefined) throw new UsageError(USAGE);
  const given = Object.entries({ content_id: content, url, at, app }).filter(([, value]) => value !== undefined);
  const answer = await createClient(context)("explain", { person, ...Object.fromEntries(given) });
  return printResult(context, json, answer, ({ items, names, source, shown, started_by }) => [
    ...(answer.person.known
      ? []
      : [`No person has the ID ${person}. The result is what a new person with this ID would see.`]),
    ...(source === "log" ? [`From the decision log, at ${answer.at}.`] : []),
    ...items.flatMap(({ slug, outcome, gates }) => {
      const [first] = gates;
      const why = outcome === "hide" && first !== undefined ? `${first.gate}: ${first.evidence}` : "";
      const shownGates = all ? gates : gates.filter(({ status }) => status === "unknown" && outcome === "unknown");
      const lines = shownGates.map(({ gate, status, evidence }) => `    ${status.padEnd(8)}${gate}: ${evidence}`);
      return [`${slug}  ${OUTCOMES[outcome]}${why === "" ? "" : `  ${why}`}`, ...lines];
    }),
    ...started_by.map(({ name }) => `A button of “${name}” can start it in any case.`),
    ...names.map(({ kind, id, name }) => `${id}: ${kind} ${name === null ? "(deleted)" : `“${name}”`}.`),
    ...shown.map(({ content_id, started_at }) => `Shown: ${content_id} at ${started_at}.`),
  ]);
};

const OUTCOMES = { show: "shown", hide: "not shown", unknown: "shown if the page allows it" } as const;
