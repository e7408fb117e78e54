export interface Text {
  readonly text: string;
  /** `file:line` */
  readonly at: string;
  /** Role of the text on screen. Determines which rules apply. */
  readonly role: "button" | "title" | "toast" | "interface" | "sentence" | "documentation";
}

export interface Finding {
  readonly at: string;
  readonly rule: string;
  readonly text: string;
}

interface Rule {
  readonly name: string;
  readonly appliesTo: (role: Text["role"]) => boolean;
  /** Returns the part of the text that breaks the rule, or undefined. */
  readonly find: (text: string) => string | undefined;
}

const BUTTON_WORDS_MAX = 4;
const TITLE_WORDS_MAX = 6;
const INTERFACE_SENTENCE_WORDS_MAX = 20;
const DOCUMENTATION_SENTENCE_WORDS_MAX = 25;

/** Parts exempt from all rules: code, placeholders, URLs, and labels fixed by the specification. */
const EXEMPT = /`[^`]*`|\/api\/\S+|\$?\{[^}]*\}|https?:\/\/\S+|##\w+|“[^”]*”|"[^"]*"|Do not show again|DO NOT/g;

const everywhere = (): boolean => true;
const isInterface = (role: Text["role"]): boolean => role !== "documentation" && role !== "sentence";

function banned(name: string, pattern: RegExp, appliesTo: Rule["appliesTo"] = everywhere): Rule {
  return { name, appliesTo, find: (text) => pattern.exec(text.replaceAll(EXEMPT, " "))?.[0] };
}

const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}{]/u.test(word)).length;

const sentencesIn = (text: string): readonly string[] => text.split(/(?<=[.!?:])\s+(?=[\p{Lu}“"])/u);

function longSentence(most: number): Rule["find"] {
  return (text) => {
    const long = sentencesIn(text.replaceAll(EXEMPT, "X")).find((sentence) => wordsIn(sentence) > most);
    return long === undefined ? undefined : `${wordsIn(long)} words`;
  };
}

/** Words that may be capitalized within a title: names and abbreviations. */
const NAMES = new Set(
  "Fanfare Pusher SignalR Core WebSocket WebSockets JSON CSV API URL URLs ID IDs UTC SDK HTML CSS HTTP HTTPS TLS SMTP OIDC OpenID Connect PostgreSQL SQLite Redis React Microsoft Google Workspace Entra Keycloak Okta Authentik Chrome Firefox Safari Edge Esc Escape Tab Enter Ctrl Command Mac Bun Node CSP QR SSO PDF PNG SVG UTF-8 Markdown I OK Arabic English German Slack Vite npm MIT AGPL Appcues Pendo Prometheus Debian Linux Windows macOS Laravel Echo Ada Lovelace Net Promoter Score Server-Sent Events Austrian Close Tag Manager"
    .toLowerCase()
    .split(" "),
);

function titleCase(text: string): string | undefined {
  const words = text.replaceAll(EXEMPT, "x").split(/\s+/);
  return words.find(
    (word, index) =>
      index > 0 &&
      /^\p{Lu}\p{Ll}+$/u.test(word) &&
      !NAMES.has(word.toLowerCase()) &&
      !/[.,:?!…·–—”>]$/.test(words[index - 1] ?? "") &&
      !/^(?:tab|tabs|button|page)\b/.test(words[index + 1] ?? ""),
  );
}

/** One entry per rule of the writing guide that a pattern can check. */
const RULES: readonly Rule[] = [
  banned("write people, anyone, or no one", /\b(?:some|no|any|every)body\b|\bwho(?:ever|m)\b/i),
  banned("content has no plural", /\bcontents\b(?! supports)|\ba content\b(?! (?:type|item|ID|slug|change|security))/i),
  banned("create, not make", /\b(?:make|makes|made)\b(?! (?:changes|sure|up)\b)/i),
  banned("software doesn’t speak", /\b(?:says?|said|tells?|told|hears?|heard)\b/i),
  banned("software isn’t alive", /\b(?:meets?|met|wears?|worn|(?<!the )rests?|stumbled|forgets?|forgotten)\b/i),
  banned("name the subject", /^(?:It|Its)\b/, isInterface),
  banned("write email", /\be-mails?\b|\b(?:an?|the|each|this|your) letters?\b(?!,| of)/i),
  banned(
    "American spelling",
    /\b(?:colou?rs?(?<=u\w*)|minimis\w+|licence|cancelled|roll-out|favourite|behaviour|recognis\w+|organis\w+)\b/i,
  ),
  banned("write ID, API, %", /\bId\b|\bApi\b|\d %/),
  banned("use a plain adverb", /\b(?:any more|at once|by itself|anew|whilst|hence|thereby)\b/i),
  {
    // Condition labels ("is not") aren't sentences.
    ...banned("use a contraction", /\b(?:cannot|can not|do not|does not|is not|are not|will not|was not|it is)\b/i),
    appliesTo: (role) => role !== "button" && role !== "interface",
  },
  {
    name: `a button has at most ${BUTTON_WORDS_MAX} words and no period`,
    appliesTo: (role) => role === "button",
    find: (text) => (wordsIn(text) > BUTTON_WORDS_MAX || /[^.]\.$/.test(text) ? text : undefined),
  },
  {
    name: `a title or toast has at most ${TITLE_WORDS_MAX} words and no period`,
    appliesTo: (role) => role === "title" || role === "toast",
    find: (text) =>
      (wordsIn(text) > TITLE_WORDS_MAX && !text.endsWith("?")) || /[^.]\.$/.test(text) ? text : undefined,
  },
  { name: "sentence case", appliesTo: isInterface, find: titleCase },
  {
    name: `a sentence of the interface has at most ${INTERFACE_SENTENCE_WORDS_MAX} words`,
    appliesTo: isInterface,
    find: longSentence(INTERFACE_SENTENCE_WORDS_MAX),
  },
  {
    name: `a sentence has at most ${DOCUMENTATION_SENTENCE_WORDS_MAX} words`,
    appliesTo: (role) => role === "documentation" || role === "sentence",
    find: longSentence(DOCUMENTATION_SENTENCE_WORDS_MAX),
  },
];

const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  ["This content is archived.", "A run-in heading: a sentence follows on the same line."],
  ["This content is paused.", "A run-in heading: a sentence follows on the same line."],
  ["A celebration effect made of confetti", "The specification’s own words."],
]);

export function check({ text, at, role }: Text): readonly Finding[] {
  if (EXCEPTIONS.has(text)) return [];
  return RULES.flatMap((rule) => {
    const found = rule.appliesTo(role) ? rule.find(text.split("##", 1)[0] ?? text) : undefined;
    return found === undefined ? [] : [{ at, rule: rule.name, text }];
  });
}

const SUBJECT_CHARS_MAX = 72;

export function subjectProblem(subject: string): string | undefined {
  if (/^(?:Merge|Revert) /.test(subject)) return undefined;
  if (subject.length > SUBJECT_CHARS_MAX) return `has ${subject.length} characters; ${SUBJECT_CHARS_MAX} are allowed`;
  if (!/^\p{Lu}/u.test(subject)) return "doesn’t start with a capital letter";
  if (subject.endsWith(".")) return "ends with a period";
  if (/^(?:A|An|The|What|Who|How|Where|When|It)\b/.test(subject)) return "isn’t imperative";
  return undefined;
}
