import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@fanfare/contract/lib/clock";
import type { AuditId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { sampleRows } from "../../../test/support/sample-rows.ts";
import type { OpenStore } from "../../../test/support/temporary-store.ts";
import { createAuditLog } from "../../accounts/audit/audit-log.ts";
import { openVault } from "../../lib/key-file.ts";
import { silentLog } from "../../lib/log.ts";
import { createVault, type Vault } from "../../lib/vault.ts";
import { toJson } from "../../store/columns.ts";
import type { Schema } from "../../store/schema/schema.ts";
import type { Statement, Store } from "../../store/store.ts";
import { countByKey, STORED_CIPHERTEXTS } from "./ciphertexts.ts";
import { createKeyRotation } from "./key-rotation.ts";

/** More than one page. */
const SECRETS = 230;
const PROVIDER = {
  ...{ name: "X", issuer: "https://accounts.x.test", client_id: "fanfare", domains: [], in_private_network: false },
  ...{ newcomers: "invited", signs_out_there: true, passwords: "everyone" },
};

/** A row of every table that stores ciphertexts, and several pages of one. */
async function fill(store: Store, vault: Vault): Promise<void> {
  const rows = sampleRows("k");
  const { apps, members, sign_ins, webhooks, provider_sessions, second_factors, mail_server, single_sign_on } = rows;
  const signing = { sealed: vault.seal("whsec_c2VjcmV0", `webhook_signing_secret:${webhooks.id}`), created_at: 1 };
  const secrets = Array.from({ length: SECRETS }, (_, index) => {
    const id = `sec-${String(index).padStart(4, "0")}`;
    return { ...rows.app_secrets, id, sealed: vault.seal(`secret ${index}`, `app_secret:${apps.id}:${id}`) };
  });
  const inserts: readonly (readonly [keyof Schema, object | readonly object[]])[] = [
    ["apps", apps],
    ["members", members],
    ["sign_ins", sign_ins],
    ["app_secrets", secrets],
    ["second_factors", { ...second_factors, sealed: vault.seal("c2VjcmV0", `second_factor:${members.id}`) }],
    ["mail_server", { ...mail_server, sealed: vault.seal("pass", "mail_password") }],
    [
      "single_sign_on",
      {
        ...single_sign_on,
        provider: toJson(PROVIDER),
        sealed: vault.seal("client secret", `provider_secret:${PROVIDER.issuer} ${PROVIDER.client_id}`),
      },
    ],
    ["provider_sessions", { ...provider_sessions, sealed: vault.seal("{}", `provider_session:${sign_ins.id}`) }],
    ["idempotent_answers", { ...rows.idempotent_answers, sealed: vault.seal("{}", "idempotent_answer:key-k") }],
    [
      "webhooks",
      {
        ...webhooks,
        signing_secrets: toJson([signing, signing]),
        sealed_secrets: vault.seal("{}", `destination_secrets:${webhooks.id}`),
      },
    ],
    ["people", rows.people],
    ["push_keys", { ...rows.push_keys, sealed: vault.seal("{}", `push_key:${apps.id}`) }],
    [
      "push_subscriptions",
      { ...rows.push_subscriptions, sealed: vault.seal("{}", `push_subscription:${apps.id}:endpoint-k`) },
    ],
    ["audit_entries", [1, 2, 3].map((n) => ({ ...rows.audit_entries, id: `aud-${n}` }))],
  ];
  for (const [table, values] of inserts) {
    // Cast: one loop over rows of different tables.
    await store.write([
      {
        query: store.db
          .insertInto(table)
          .values(values as never)
          .compile(),
      },
    ]);
  }
}

/** A store that fails after some writes, as if the process was killed there. */
function killedAfter(store: Store, writes: number): Store {
  let left = writes;
  return {
    ...store,
    write: async (batch: readonly Statement[]) => {
      if (left-- <= 0) throw new Error("killed");
      return await store.write(batch);
    },
  };
}

/** Rules of changing the master key. @param openStore A migrated database without rows. */
export function keyRotationContract(openStore: OpenStore): void {
  test("every column of ciphertexts is known to the rotation", () => {
    const known = STORED_CIPHERTEXTS.map(({ table, column }) => `${table}.${column}`);
    const rows = Object.entries(sampleRows("a"));
    const columns = rows.flatMap(([table, row]) => Object.keys(row).map((column) => [table, column] as const));
    const sealed = columns.filter(([, column]) => /^sealed|_secrets?$|^secret/.test(column));
    expect(known.toSorted()).toEqual(sealed.map((pair) => pair.join(".")).toSorted());
  });

  test("a rotation that is killed after any batch leaves every secret readable and finishes when repeated", async () => {
    for (let writes = 0; ; writes++) {
      const data_dir = mkdtempSync(join(tmpdir(), "fanfare-rotation-"));
      await using temporary = await openStore();
      const { store } = temporary;
      const open = async (through: Store) => {
        const vault = await openVault({ data_dir });
        const base = { clock: systemClock, rng: systemRng, log: silentLog, vault, store: through };
        const audit_log = createAuditLog({ ...base, fact_actions: ["app.create"] });
        const config = { data_dir, secret_keys: undefined };
        return { vault, audit_log, rotation: createKeyRotation({ ...base, audit_log, config, node_id: undefined }) };
      };
      const first = await open(store);
      await fill(store, first.vault);
      await first.audit_log.seal();
      const total = [...(await countByKey(store.db)).values()].reduce((sum, count) => sum + count, 0);

      const killed = await open(killedAfter(store, writes));
      const outcome = await killed.rotation.rotate().catch((error: Error) => error.message);
      const restarted = await open(store);
      expect((await restarted.rotation.list()).find(({ state }) => state === "missing")).toBeUndefined();
      expect(await readAll(store, restarted.vault)).toBeGreaterThanOrEqual(total);
      expect(await restarted.audit_log.verify()).toMatchObject({ intact: true });
      if (outcome === "killed") await restarted.rotation.rotate();

      const [current, older] = await restarted.rotation.list();
      // The audit log's past key is one more.
      expect([current?.secrets, older?.secrets]).toEqual([total + 1, 0]);
      expect(older?.id).toBe(first.vault.key_ids[0] ?? "");
      await restarted.rotation.prune();
      const pruned = await open(store);
      expect(pruned.vault.key_ids).toEqual([current?.id ?? ""]);
      expect(await readAll(store, pruned.vault)).toBe(total + 1);
      expect(await pruned.audit_log.verify()).toMatchObject({ intact: true });
      rmSync(data_dir, { recursive: true });
      if (outcome !== "killed") {
        // All batches were counted: audit, its seal, three pages of secrets, and one page of each other column.
        expect(writes).toBeGreaterThan(10);
        return;
      }
    }
  }, 60_000);

  test("nodes that change their key one after the other write one audit log", async () => {
    await using temporary = await openStore();
    const { store } = temporary;
    const [older, newer] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
    const logWith = (keys: readonly Uint8Array[]) =>
      createAuditLog({ store, vault: createVault(keys), log: silentLog, fact_actions: ["app.create"] });
    const nodes = [logWith([older]), logWith([older, newer]), logWith([newer, older]), logWith([older, newer])];
    for (const [index, node] of nodes.entries()) {
      const row = { ...sampleRows("k").audit_entries, id: `aud-${index}` as AuditId };
      await store.write([{ query: store.db.insertInto("audit_entries").values(row).compile() }]);
      await node.seal();
    }
    for (const node of [...nodes.slice(1), logWith([newer])]) {
      expect(await node.verify()).toMatchObject({ intact: true, entries: 4 });
    }
  });

  test("the audit log accepts neither a changed entry nor a replaced key after a rotation", async () => {
    const data_dir = mkdtempSync(join(tmpdir(), "fanfare-rotation-"));
    await using temporary = await openStore();
    const { store } = temporary;
    const vault = await openVault({ data_dir });
    const base = { clock: systemClock, rng: systemRng, log: silentLog, vault, store };
    const audit_log = createAuditLog({ ...base, fact_actions: ["app.create"] });
    const config = { data_dir, secret_keys: undefined };
    await fill(store, vault);
    await audit_log.seal();
    const rotation = createKeyRotation({ ...base, audit_log, config, node_id: undefined });
    await rotation.rotate();
    await rotation.prune();
    expect(await audit_log.verify()).toMatchObject({ intact: true, entries: 5 });
    const { db } = store;
    const change = (detail: string) =>
      store.write([{ query: db.updateTable("audit_entries").set({ detail }).where("seq", "=", 2).compile() }]);
    await change('{"forged":1}');
    expect(await audit_log.verify()).toMatchObject({ intact: false, broken_at: 2 });
    await change("{}");
    await store.write([{ query: db.deleteFrom("audit_keys").compile() }]);
    expect(await audit_log.verify()).toMatchObject({ intact: false, broken_at: 1 });
    rmSync(data_dir, { recursive: true });
  });
}

/** Decrypts every stored secret. Returns their number. */
async function readAll({ db }: Store, vault: Vault): Promise<number> {
  let read = 0;
  for (const column of STORED_CIPHERTEXTS) {
    for await (const page of column.pages(db)) {
      for (const { key_ids, reseal } of page) {
        reseal({ reseal: (sealed, place) => vault.unseal(sealed, place) });
        read += key_ids.length;
      }
    }
  }
  return read;
}
