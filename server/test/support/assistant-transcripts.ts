import { EXAMPLE_DRAFTS } from "../../src/http/mcp/guide.ts";

/** Texts that start with `$` are replaced by what an earlier call saved. */
export type Arguments = Readonly<Record<string, unknown>>;

export interface TranscriptCall {
  readonly tool: string;
  readonly arguments: Arguments;
  /** Pointer of the planted mistake, or the code of the problem: the call is refused. */
  readonly mistake?: string;
  /** Values by name: pointers into the data of the accepted call, or of the one that the refusal names. */
  readonly save?: Readonly<Record<string, string>>;
  /** Arguments after the call that the refusal names. */
  readonly again?: Arguments;
}

/** A conversation of an assistant, as calls alone. */
export interface Transcript {
  readonly task: string;
  readonly calls: readonly TranscriptCall[];
}

const app_id = "1001";
const step = (id: string, more: object = {}) => ({ id, kind: "centered", title: `Step ${id}`, blocks: [], ...more });
const tourOf = (...steps: readonly unknown[]) => ({ body: { type: "tour", steps }, trigger: { kind: "automatic" } });
const surveyOf = (...questions: readonly unknown[]) => ({ body: { type: "survey", title: "Feedback", questions } });
const nps = { id: "likely", kind: "nps", title: "How likely are you to recommend us?" };

const valid = { content_id: "$id", app_id };
/** Creates the draft with its mistake, and checks what the corrections made of it. */
function drafting(task: string, slug: string, draft: object, mistake: string): Transcript {
  return {
    task,
    calls: [
      { tool: "guide", arguments: { section: "drafts" } },
      { tool: "list_contents", arguments: { app_id, q: slug } },
      {
        ...{ tool: "create_draft", arguments: { app_id, name: task, slug, draft }, mistake },
        save: { id: "/id", revision: "/revision" },
      },
      { tool: "validate_draft", arguments: valid },
    ],
  };
}

const READ = { tool: "get_content", arguments: { app_id, content_id: "$tour" }, save: { revision: "/revision" } };
const anchored = (target: unknown) => tourOf(step("orders", { kind: "anchored", target }), step("done"));
const NEW_ORDER = { kind: "role_name", role: "button", name: "New order" };
/** Reads the tour with the broken target, and saves a draft with the mistake. */
function fixing(task: string, draft: object, mistake: string): Transcript {
  const update = { app_id, content_id: "$tour", revision: "$revision", draft };
  return {
    task,
    calls: [
      { tool: "target_health", arguments: { app_id } },
      READ,
      { tool: "update_draft", arguments: update, mistake },
      { tool: "validate_draft", arguments: { app_id, content_id: "$tour" } },
    ],
  };
}

const german = (texts: object) => ({ ...tourOf(step("hello")), translations: { de: texts } });
const PERIOD = { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" };

const TOURS: readonly Transcript[] = [
  drafting("Misspells a kind", "kind", tourOf(step("a", { kind: "centred" })), "/draft/body/steps/0/kind"),
  drafting("Writes a text as blocks", "blocks", tourOf(step("a", { blocks: "Look." })), "/draft/body/steps/0/blocks"),
  drafting(
    "Names a title heading",
    "heading",
    tourOf(step("a"), { id: "b", kind: "centered", heading: "Second", blocks: [] }),
    "/draft/body/steps/1/heading",
  ),
  drafting(
    "Omits IDs in three steps",
    "no-ids",
    tourOf(step("a"), ...["Second", "Third"].map((title) => ({ kind: "centered", title, blocks: [] }))),
    "/draft/body/steps/2/id",
  ),
  drafting("Uses an ID twice", "twice", tourOf(step("a"), step("b"), step("a")), "/draft/body/steps"),
  drafting(
    "Anchors a step to nothing",
    "nothing",
    tourOf(step("a", { kind: "anchored" })),
    "/draft/body/steps/0/target",
  ),
  drafting("Writes a slug as a title", "Our Third Tour", tourOf(step("a")), "/slug"),
  drafting("Takes a slug that exists", "welcome", tourOf(step("a")), "slug_taken"),
  drafting("Writes a trigger as a text", "trigger", { ...tourOf(step("a")), trigger: "automatic" }, "/draft/trigger"),
  drafting(
    "Puts the text beside its block",
    "spans",
    tourOf(step("a", { blocks: [{ kind: "paragraph", text: "Hello." }] })),
    "/draft/body/steps/0/blocks/0/text",
  ),
];

const SURVEYS: readonly Transcript[] = [
  drafting("Omits a survey's title", "no-title", { body: { type: "survey", questions: [nps] } }, "/draft/body/title"),
  drafting(
    "Misspells a kind of question",
    "kind-of-question",
    surveyOf({ ...nps, kind: "ratings" }),
    "/draft/body/questions/0/kind",
  ),
  drafting(
    "Writes options as texts",
    "options",
    surveyOf({ id: "plan", kind: "choice", title: "Which plan?", options: ["Free", "Pro"] }),
    "/draft/body/questions/0/options/0",
  ),
  drafting(
    "Sends one question alone",
    "alone",
    { body: { type: "survey", title: "Feedback", questions: nps } },
    "/draft/body/questions",
  ),
  drafting(
    "Names a title question",
    "question",
    surveyOf({ id: "likely", kind: "nps", question: "How likely are you to recommend us?" }),
    "/draft/body/questions/0/question",
  ),
  drafting(
    "Writes a scale as a text",
    "scale",
    surveyOf({ ...nps, kind: "rating", scale: "5" }),
    "/draft/body/questions/0/scale",
  ),
];

const FIXES: readonly Transcript[] = [
  fixing(
    "Misspells a locator",
    anchored({ strategies: [{ ...NEW_ORDER, kind: "role" }] }),
    "/draft/body/steps/0/target/strategies/0/kind",
  ),
  fixing("Sends one locator alone", anchored({ strategies: NEW_ORDER }), "/draft/body/steps/0/target/strategies"),
  {
    task: "Saves over another change",
    calls: [
      READ,
      {
        tool: "update_draft",
        arguments: { app_id, content_id: "$tour", revision: "$revision", draft: tourOf(step("orders"), step("done")) },
      },
      {
        tool: "update_draft",
        arguments: { app_id, content_id: "$tour", revision: "$revision", draft: anchored({ strategies: [NEW_ORDER] }) },
        mistake: "revision_stale",
        save: { newer: "/revision" },
        again: { app_id, content_id: "$tour", revision: "$newer", draft: anchored({ strategies: [NEW_ORDER] }) },
      },
    ],
  },
  {
    task: "Omits the revision",
    calls: [
      {
        tool: "update_draft",
        arguments: { app_id, content_id: "$tour", draft: tourOf(step("orders"), step("done")) },
        mistake: "/revision",
        save: { revision: "/revision" },
        again: { app_id, content_id: "$tour", revision: "$revision", draft: tourOf(step("orders"), step("done")) },
      },
    ],
  },
  {
    task: "Names content by its slug",
    calls: [{ tool: "get_content", arguments: { app_id, content_id: "orders" }, mistake: "content_not_found" }],
  },
];

const TRANSLATIONS: readonly Transcript[] = [
  drafting(
    "Writes a language with an underscore",
    "underscore",
    { ...tourOf(step("hello")), translations: { de_DE: {} } },
    "/draft/translations/de_DE",
  ),
  drafting(
    "Translates to a number",
    "number",
    german({ "step:hello:title": 5 }),
    "/draft/translations/de/step:hello:title",
  ),
  {
    task: "Asks for one language",
    calls: [{ tool: "translate_gaps", arguments: { locale: "de" }, mistake: "/locale" }],
  },
];

const QUESTIONS: readonly Transcript[] = [
  {
    task: "Names the person in another way",
    calls: [{ tool: "explain", arguments: { app_id, person_id: "u_1", content_id: "welcome" }, mistake: "/person" }],
  },
  {
    task: "Misspells a slug",
    calls: [
      {
        ...{
          tool: "explain",
          arguments: { app_id, person: "u_1", content_id: "welcom" },
          mistake: "content_not_found",
        },
        save: { first: "/items/0/id" },
        again: { app_id, person: "u_1", content_id: "$tour" },
      },
    ],
  },
  {
    task: "Names an app by its key",
    calls: [{ tool: "explain", arguments: { app_id: "shop", person: "u_1" }, mistake: "app_not_found" }],
  },
  {
    task: "Writes an ID as a number",
    calls: [{ tool: "list_contents", arguments: { app_id: 1001 }, mistake: "/app_id" }],
  },
  {
    task: "Sends days instead of times",
    calls: [
      {
        tool: "analytics",
        arguments: { app_id, content_id: "$tour", ...PERIOD, from: "2026-01-01" },
        mistake: "/from",
      },
    ],
  },
];

/** A draft that is saved as it is, and refused when it's published. */
function publishing(task: string, slug: string, draft: object): Transcript {
  return {
    task,
    calls: [
      {
        ...{ tool: "create_draft", arguments: { app_id, name: task, slug, draft } },
        save: { id: "/id", revision: "/revision" },
      },
      {
        ...{ tool: "publish", arguments: { ...valid, revision: "$revision" }, mistake: "edition_invalid" },
        save: { corrections: "/corrections" },
        again: { ...valid, revision: "$next" },
      },
    ],
  };
}

const PUBLISHING: readonly Transcript[] = [
  publishing("Publishes an incomplete draft", "empty", tourOf()),
  publishing("Omits a fallback", "fallback", german({ "step:hello:title": "Hallo {{name}}" })),
  {
    task: "Returns to a version that doesn't exist",
    calls: [
      READ,
      { tool: "publish", arguments: { app_id, content_id: "$tour", revision: "$revision" } },
      {
        ...{ tool: "rollback", arguments: { app_id, content_id: "$tour", version_id: "ver_1" } },
        ...{ mistake: "version_not_found", save: { version: "/items/0/id" } },
        again: { app_id, content_id: "$tour", version_id: "$version" },
      },
    ],
  },
];

export const TRANSCRIPTS: readonly Transcript[] = [
  ...[...TOURS, ...SURVEYS, ...FIXES, ...TRANSLATIONS, ...QUESTIONS, ...PUBLISHING],
];

export const TRANSCRIPT_CONTENTS = { welcome: EXAMPLE_DRAFTS.tour, orders: tourOf(step("orders"), step("done")) };
