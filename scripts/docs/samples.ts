import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, UserError } from "../terminal.ts";

/** `<!-- sample: examples/backend.mjs#token -->`, followed by the code that is cut from this part of the file. */
const SAMPLE = /^( *)<!-- sample: ([\w./-]+)(?:#([\w-]+))? -->\n\n *```(\w+)\n(?:(?! *```).*\n)* *```/gm;

/** A document with its samples as they are in their files, which tests run. */
export function withSamples(markdown: string, read = readSource): string {
  const parts = (...[indent = "", file = "", region, language = ""]: (string | undefined)[]): string => {
    const code = region === undefined ? read(file).trim() : regionOf(file, read(file), region);
    const name = region === undefined ? file : `${file}#${region}`;
    return `<!-- sample: ${name} -->\n\n\`\`\`${language}\n${code}\n\`\`\``.replace(/^(?=.)/gm, indent);
  };
  return markdown.replaceAll(SAMPLE, (_, ...groups: string[]) => parts(...groups));
}

function readSource(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

/** @throws UserError if the file doesn't have the part. */
function regionOf(file: string, text: string, name: string): string {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.trim().endsWith(`#region ${name}`));
  const end = lines.findIndex((line) => line.trim().endsWith(`#endregion ${name}`));
  if (start < 0 || end < start)
    throw new UserError(`${file} has no part between #region ${name} and #endregion ${name}.`);
  const part = lines.slice(start + 1, end);
  const indents = part.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents);
  return part
    .map((line) => line.slice(indent))
    .join("\n")
    .trim();
}

export interface CodeBlock {
  /** File and line. */
  readonly at: string;
  readonly language: string;
  readonly code: string;
}

/** Code blocks of documents in one of these languages. */
export function codeBlocks(files: readonly string[], ...languages: readonly string[]): readonly CodeBlock[] {
  return files.flatMap((file) => {
    const text = readSource(file);
    return [...text.matchAll(/^( *)```(\w+)\n([\s\S]*?)\n *```$/gm)]
      .filter(([, , language = ""]) => languages.includes(language))
      .map(({ index, 2: language = "", 3: code = "" }) => ({
        at: `${file}:${text.slice(0, index).split("\n").length}`,
        ...{ language, code },
      }));
  });
}
