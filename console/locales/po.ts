import { type CompiledMessage, compileMessage } from "@lingui/message-utils/compileMessage";
import PO from "pofile";
import type { Plugin } from "vite";

export interface PoMessage {
  /** English, as an ICU message. */
  readonly message: string;
  readonly context: string | undefined;
  /** ICU message. Empty if missing. */
  readonly translation: string;
  readonly comments: readonly string[];
  readonly files: readonly string[];
}

export function readPo(text: string): readonly PoMessage[] {
  return PO.parse(text).items.map(({ msgid, msgctxt, msgstr, extractedComments, references }) => ({
    message: msgid,
    context: msgctxt ?? undefined,
    translation: msgstr[0] ?? "",
    comments: extractedComments,
    files: references,
  }));
}

/** Serializes messages as PO. Takes the header from `existing`. */
export function writePo(locale: string, messages: readonly PoMessage[], existing: string | undefined): string {
  const po = existing === undefined ? newCatalog(locale) : PO.parse(existing);
  po.items = messages.map(({ message, context, translation, comments, files }) => {
    const item = new PO.Item();
    item.msgid = message;
    if (context !== undefined) item.msgctxt = context;
    item.msgstr = [translation];
    item.extractedComments = [...comments];
    item.references = [...files];
    return item;
  });
  return po.toString();
}

function newCatalog(locale: string): PO {
  const po = new PO();
  po.headers = {
    "POT-Creation-Date": new Date().toISOString(),
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Transfer-Encoding": "8bit",
    "X-Generator": "npm run locales",
    Language: locale,
  };
  return po;
}

/**
 * Returns a message's key in code: the text, then `##` and the context. API problems have only their code as key,
 * because the server sends their English text.
 */
export function messageKey({ message, context }: Pick<PoMessage, "message" | "context">): string {
  if (context === undefined) return unquoteBraces(message);
  return context.startsWith(PROBLEM) ? `##${context.slice(PROBLEM.length)}` : `${message}##${context}`;
}
export const PROBLEM = "problem.";

/** Escapes `{{a variable|of authors}}`, because ICU reads braces as arguments. */
export const quoteBraces = (text: string): string => text.replaceAll("{{", "'{{'").replaceAll("}}", "'}}'");
const unquoteBraces = (message: string): string => message.replaceAll("'{{'", "{{").replaceAll("'}}'", "}}");

export function compilePo(text: string): Readonly<Record<string, CompiledMessage>> {
  return Object.fromEntries(
    readPo(text)
      .filter(({ translation }) => translation !== "")
      .map((message) => [messageKey(message), compileMessage(message.translation)]),
  );
}

/** Compiles PO files at build time, so that pages load plain data and no parser. */
export function poFiles(): Plugin {
  return {
    name: "po-files",
    transform: {
      filter: { id: /\.po$/ },
      handler(text) {
        const json = JSON.stringify(compilePo(text));
        return { code: `export const messages = JSON.parse(${JSON.stringify(json)});`, map: null };
      },
    },
  };
}
