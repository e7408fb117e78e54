import { basename } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { type Module, planChunks, type Root } from "./plan.ts";

type Info = Pick<Rolldown.ModuleInfo, "id" | "code" | "importedIds" | "dynamicallyImportedIds">;

/** In characters of source: about 3 kB of compressed script. */
const REQUEST_SIZE = 12_000;
/** Parts of pages are loaded by few visits. */
const PART_WEIGHT = 0.1;
/** Most visits start with one of these pages. */
const FIRST_PAGE = /\/features\/(?:overview|content)\/page\.tsx$/;
const FIRST_PAGE_WEIGHT = 2;
const LAYOUT = /\/console\/src\/routes\/app-layout\.tsx$/;
/** Where pages are imported that the layout surrounds, and the SDK that it starts. */
const INSIDE_LAYOUT = /\/console\/src\/(?:routes\/app\/|console\.tsx$)/;
/** Exports all icons. */
const ICONS = /\/lucide-react\.mjs$/;

/** Plans the files of a build: the plugin reads its modules, and the groups distribute them. */
export function chunks(): { readonly plugin: Plugin; readonly groups: Rolldown.CodeSplittingGroup[] } {
  let infos: readonly Info[] = [];
  let files: ReadonlyMap<string, string> | undefined;
  const initial = new Set<string>();
  const included = new Set<string>();
  return {
    plugin: {
      name: "chunks",
      apply: "build",
      renderStart() {
        // In the order in which threads have read them, which differs by build.
        const ids = [...this.getModuleIds()].sort();
        infos = ids.map((id) => this.getModuleInfo(id)).filter((info) => info !== null);
      },
    },
    // The bundler distributes the modules of the first group first, and asks for the name of each.
    groups: [
      {
        debugName: "frame",
        tags: ["$initial"],
        name: (id) => {
          initial.add(id);
          return "frame";
        },
      },
      {
        debugName: "planned",
        // The plan already contains what the modules of a file import.
        includeDependenciesRecursively: false,
        test: (id) => {
          included.add(id);
          return true;
        },
        name: (id) => {
          files ??= planChunks(modulesOf(infos, initial, included), rootsOf(infos, initial), REQUEST_SIZE);
          return files.get(id) ?? null;
        },
      },
    ],
  };
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
      if (initial.has(id)) continue;
      roots.set(id, { id, weight: FIRST_PAGE.test(id) ? FIRST_PAGE_WEIGHT : weight, ...after });
    }
  }
  return [...roots.values()];
}

/** The modules that load later. Those that the build leaves out only pass on what they import. */
function modulesOf(infos: readonly Info[], initial: ReadonlySet<string>, included: ReadonlySet<string>) {
  const icons = infos.find(({ id }) => ICONS.test(id));
  const file_of = icons === undefined ? new Map<string, string>() : iconFiles(icons);
  const modules = new Map<string, Module>();
  for (const { id, code, importedIds } of infos) {
    if (id === icons?.id || initial.has(id)) continue;
    const text = code ?? "";
    const imports = importedIds.flatMap((each) => (each === icons?.id ? iconsIn(text, file_of) : each));
    modules.set(id, { id, size: included.has(id) ? text.length : 0, imports });
  }
  return modules;
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
