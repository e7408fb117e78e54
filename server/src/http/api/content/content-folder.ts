import type { FolderKind } from "@fanfare/contract/content-folder";
import { ProblemError } from "@fanfare/contract/problem";
import type { CONTENT_FOLDER_ROUTES } from "@fanfare/contract/schema/routes/contents";
import { assertActorAllowed, assertActorAllowedInOthers, isActorAllowed } from "../../../accounts/access/actor.ts";
import type { Action } from "../../../accounts/access/policy.ts";
import { FILE_SCHEMA_NAMES, fileSchema } from "../../../engage/content-folder/file-schemas.ts";
import { planFolder, pushFolder } from "../../../engage/content-folder/push-folder.ts";
import { folderFiles, readStoredFolder } from "../../../engage/content-folder/stored-items.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

/** What a caller needs for each kind that a push changes, as for the same change by its own route. */
const WRITE_ACTIONS: Readonly<Record<FolderKind, Action>> = {
  themes: "theme.write",
  segments: "segment.write",
  "cap-groups": "segment.write",
  trackers: "tracker.write",
  goals: "goal.write",
  contents: "content.write",
};

export function contentFolderHandlers(deps: ApiDeps): Handlers<typeof CONTENT_FOLDER_ROUTES> {
  return {
    "GET /api/content-folder": async ({ app }) => ({
      files: folderFiles(await readStoredFolder(deps.store, app.id)),
    }),
    "GET /api/schemas/:name": ({ params: { name: file } }) => {
      const name = FILE_SCHEMA_NAMES.find((each) => `${each}.json` === file);
      if (name !== undefined) return fileSchema(name);
      const names = FILE_SCHEMA_NAMES.map((each) => `${each}.json`).join(", ");
      throw new ProblemError("route_not_found", `There's no schema ${file}. Available schemas: ${names}.`);
    },
    "POST /api/content-folder/plan": ({ body, app, actor }) =>
      planFolder(deps, {
        ...{ ...body, app_id: app.id, member_id: actor.member_id },
        may_read_people: isActorAllowed(actor, "person.read", app.id),
      }),
    "PUT /api/content-folder": ({ body, app, actor }) =>
      pushFolder(deps, {
        ...{ ...body, app_id: app.id, member_id: actor.member_id },
        assertMayWrite: (kind) => assertActorAllowed(actor, WRITE_ACTIONS[kind], app.id),
        assertMayArchive: (app_ids) => {
          assertActorAllowed(actor, "content.publish", app.id);
          assertActorAllowedInOthers(deps.apps, actor, "content.publish", app_ids);
        },
      }),
  };
}
