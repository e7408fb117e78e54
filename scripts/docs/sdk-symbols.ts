import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "@babel/parser";
import { ROOT } from "../terminal.ts";

/** Members of the types that pages use, and what the entries for React and Vue export. */
export function sdkSymbols(): readonly string[] {
  const folder = join(ROOT, "sdk/src/api");
  const sources = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const members = sources.flatMap((name) => {
    const { program } = parse(readFileSync(join(folder, name), "utf8"), {
      sourceType: "module",
      plugins: ["typescript"],
    });
    return program.body.flatMap((statement) => {
      const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : undefined;
      const body = declared?.type === "TSInterfaceDeclaration" ? declared.body.body : [];
      return body.flatMap((member) =>
        (member.type === "TSMethodSignature" || member.type === "TSPropertySignature") &&
        member.key.type === "Identifier"
          ? [member.key.name]
          : [],
      );
    });
  });
  const entries = ["sdk/react/index.ts", "sdk/vue/index.ts"].flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names = ""]) =>
      names.split(",").flatMap((name) => (name.includes("type ") ? [] : [name.trim()])),
    ),
  );
  return [...new Set([...members, ...entries])].filter((name) => name !== "");
}
