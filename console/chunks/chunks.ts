import { basename } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { type Module, planChunks, type Root, reach } from "./plan.ts";

type Info = Pick<Rolldown.ModuleInfo, "id" | "code" | "importedIds" | "dynamicallyImportedIds" | "isEntry">;

/** In characters of source: about 3 kB of compressed script. */
const REQUEST_SIZE = 12_000;
/** Parts of pages are loaded by few visits. */
const PART_WEIGHT = 0.1;
const LAYOUT = /\/console\/src\/routes\/app-layout\.tsx$/;
/** Where pages are imported that the layout surrounds, and the SDK that it starts. */
const INSIDE_LAYOUT = /\/console\/src\/(?:routes\/app\/|console\.tsx$)/;
/** Exports all icons. */
const ICONS = /\/lucide-react\.mjs$/;

/** Plans the files of a build. `fileOf` returns the file of a module, or null if the bundler decides. */
export function chunks(): { readonly plugin: Plugin; readonly fileOf: (id: string) => string | null } {
  let files: ReadonlyMap<string, string> = new Map();
  return {
    fileOf: (id) => files.get(id) ?? null,
    plugin: {
      name: "chunks",
      apply: "build",
      renderStart() {
        const infos = Array.from(this.getModuleIds(), (id) => this.getModuleInfo(id)).filter((info) => info !== null);
        files = filesOf(infos);
      },
    },
  };
}

function filesOf(infos: readonly Info[]): ReadonlyMap<string, string> {
  const modules = modulesOf(infos);
  const entries = infos.filter(({ isEntry }) => isEntry);
  const initial = new Set(entries.flatMap(({ id }) => Array.from(reach(modules, id), (module) => module.id)));
  const later = new Map([...modules].filter(([id]) => !initial.has(id)));
  return new Map([
    // What only seems to be needed at first, because something else is imported from the same index.
    ...Array.from(initial, (id) => [id, "base"] as const),
    ...planChunks(later, rootsOf(infos, initial), REQUEST_SIZE),
  ]);
}

function rootsOf(infos: readonly Info[], initial: ReadonlySet<string>): readonly Root[] {
  const roots = new Map<string, Root>();
  // Pages come last, as they may also be parts of another page.
  const importers = infos.toSorted((a, b) => Number(initial.has(a.id)) - Number(initial.has(b.id)));
  const layout = importers.flatMap((info) => info.dynamicallyImportedIds).find((id) => LAYOUT.test(id));
  for (const importer of importers) {
    const weight = initial.has(importer.id) ? 1 : PART_WEIGHT;
    const is_inside = weight === PART_WEIGHT || INSIDE_LAYOUT.test(importer.id);
    for (const id of importer.dynamicallyImportedIds) {
      const after = is_inside && layout !== undefined ? { after: layout } : {};
      if (!initial.has(id)) roots.set(id, { id, weight, ...after });
    }
  }
  return [...roots.values()];
}

/** Whoever imports an icon doesn't need the module that exports them all. */
function modulesOf(infos: readonly Info[]): ReadonlyMap<string, Module> {
  const icons = infos.find(({ id }) => ICONS.test(id));
  const file_of = icons === undefined ? new Map<string, string>() : iconFiles(icons);
  return new Map(
    infos
      .filter((info) => info !== icons)
      .map(({ id, code, importedIds }) => {
        const imports = importedIds.flatMap((imported) =>
          imported === icons?.id ? iconsIn(code ?? "", file_of) : imported,
        );
        return [id, { id, size: code?.length ?? 0, imports }];
      }),
  );
}

function iconsIn(code: string, file_of: ReadonlyMap<string, string>): readonly string[] {
  const [, names = ""] = /import\s*\{([^}]*)\}\s*from\s*"lucide-react"/.exec(code) ?? [];
  return names.split(",").flatMap((name) => file_of.get(name.trim().split(" ")[0] ?? "") ?? []);
}

/** File of each icon, by its names. */
function iconFiles({ code, importedIds }: Info): ReadonlyMap<string, string> {
  const id_of = new Map(importedIds.map((id) => [basename(id), id]));
  const exports = [...(code ?? "").matchAll(/export \{([^}]*)\} from ['"]([^'"]+)['"]/g)];
  return new Map(
    exports.flatMap(([, names = "", path = ""]) => {
      const id = id_of.get(basename(path));
      return id === undefined
        ? []
        : Array.from(names.matchAll(/default as (\w+)/g), ([, name = ""]) => [name, id] as const);
    }),
  );
}
