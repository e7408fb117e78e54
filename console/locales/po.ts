import { formatter } from "@lingui/format-po";
import { type CompiledMessage, compileMessage } from "@lingui/message-utils/compileMessage";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";
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

const po = formatter({ lineNumbers: false, customHeaderAttributes: { "X-Generator": "npm run locales" } });

export async function readPo(text: string): Promise<readonly PoMessage[]> {
  const catalog = await po.parse(text, { locale: null, sourceLocale: "en", filename: "" });
  return Object.values(catalog).map(({ message = "", context, translation = "", comments = [], origin = [] }) => ({
    message,
    context: context ?? undefined,
    translation,
    comments,
    files: origin.map(([file]) => file),
  }));
}

/** Serializes messages as PO. Takes the header from `existing`. */
export async function writePo(locale: string, messages: readonly PoMessage[], existing: string | undefined) {
  const catalog = Object.fromEntries(
    messages.map(({ message, context, translation, comments, files }) => [
      generateMessageId(message, context),
      {
        message,
        translation,
        comments: [...comments],
        ...(context === undefined ? {} : { context }),
        origin: files.map((file): [string] => [file]),
      },
    ]),
  );
  return await po.serialize(catalog, { locale, sourceLocale: "en", existing: existing ?? null, filename: "" });
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

export async function compilePo(text: string): Promise<Readonly<Record<string, CompiledMessage>>> {
  const messages = await readPo(text);
  return Object.fromEntries(
    messages
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
      async handler(text) {
        const json = JSON.stringify(await compilePo(text));
        return { code: `export const messages = JSON.parse(${JSON.stringify(json)});`, map: null };
      },
    },
  };
}
