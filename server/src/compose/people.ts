import type { Publish } from "../lib/publish.ts";
import { createGroupsOnServer, type GroupsOnServer } from "../people/groups/groups-on-server.ts";
import { createAnonymousIssuer, type IssueAnonymous } from "../people/identity/anonymous-identity.ts";
import { createIdentityVerifier, type VerifyIdentity } from "../people/identity/identity.ts";
import { createTerminatedUsers, type TerminatedUsers } from "../people/identity/terminated-users.ts";
import { createImporter, type Importer } from "../people/import/importer.ts";
import type { BootstrapDeps, ServerBase } from "./bootstrap.ts";

export interface Identities {
  readonly verifyIdentity: VerifyIdentity;
  readonly issueAnonymous: IssueAnonymous;
  readonly groupsOnServer: GroupsOnServer;
  readonly terminated_users: TerminatedUsers;
}

export function composeIdentities({ clock, rng, vault, store }: BootstrapDeps): Identities {
  const purpose = "anonymous token v1";
  return {
    verifyIdentity: createIdentityVerifier({ clock, anonymousKeys: () => vault.deriveAll(purpose) }),
    issueAnonymous: createAnonymousIssuer({ clock, rng, anonymousKey: () => vault.derive(purpose) }),
    groupsOnServer: createGroupsOnServer({ store }),
    terminated_users: createTerminatedUsers({ clock, store }),
  };
}

/** Resumes imports left by an earlier process. */
export function startImporter(base: ServerBase, publish: Publish): Importer {
  const importer = createImporter({ ...base, publish });
  importer.resume();
  return importer;
}
