import type { PromotionsResponse } from "@fanfare/contract/schema/responses/content/content";
import { UsageError } from "../../lib/operator-errors.ts";
import { type CommandContext, printResult } from "../command.ts";
import { clientFor } from "./folder-client.ts";
import { DRIFTED, describeDrift, describePlan, finishPush, printPushed } from "./plan-report.ts";

interface PromoteOptions {
  readonly server?: string | undefined;
  readonly "token-file"?: string | undefined;
  readonly "to-server"?: string | undefined;
  readonly "to-token-file"?: string | undefined;
  readonly app?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly only?: string | undefined;
  readonly source?: string | undefined;
  readonly "dry-run": boolean;
  readonly publish: boolean;
  readonly json: boolean;
}

/**
 * `fanfare content promote`: publishes what is live in one app in another app, or pushes the content of one
 * installation to another one.
 */
export function promote(context: CommandContext, options: PromoteOptions, usage: string): Promise<number> {
  const { from, to, publish, source } = options;
  if (options["to-server"] !== undefined) {
    if (options.only !== undefined) throw new UsageError(`--to-server takes all content: remove --only.\n${usage}`);
    return toServer(context, options);
  }
  if (from === undefined || to === undefined) throw new UsageError(`Add --from and --to, or --to-server.\n${usage}`);
  // Options of the other form would be ignored.
  const is_misused = publish || source !== undefined || options.app !== undefined;
  if (is_misused) throw new UsageError(`--from and --to take no --publish, --source, or --app.\n${usage}`);
  return toApp(context, { ...options, from, to });
}

async function toApp(
  context: CommandContext,
  options: PromoteOptions & { readonly from: string; readonly to: string },
): Promise<number> {
  const { server, "token-file": file, from, to, only, json } = options;
  const client = await clientFor(context, { server, "token-file": file, app: to });
  const items = selected(await client.promotable(from), only);
  const dry_run = options["dry-run"];
  if (!dry_run && items.length > 0) {
    const versions = items.map(({ content_id, from: { version_id } }) => ({ content_id, version_id }));
    await client.promote(from, versions);
  }
  return printResult(context, json, { items, promoted: dry_run ? 0 : items.length }, () => [
    ...items.map(
      ({ slug, from: live, to: replaced }) =>
        `  ${slug}: version ${live.number}${replaced === null ? ", new" : ` replaces version ${replaced.number}`}`,
    ),
    dry_run ? "Nothing was promoted: dry run." : `${items.length} promoted from ${from} to ${to}.`,
  ]);
}

/** @throws UsageError for a slug without a difference, which may be misspelled. */
function selected(all: PromotionsResponse["items"], only: string | undefined): PromotionsResponse["items"] {
  if (only === undefined) return all;
  const slugs = only.split(",").map((slug) => slug.trim());
  const missing = slugs.filter((slug) => !all.some((item) => item.slug === slug));
  if (missing.length === 0) return all.filter(({ slug }) => slugs.includes(slug));
  throw new UsageError(`Nothing to promote for ${missing.join(", ")}: not live in the first app, or already promoted.`);
}

async function toServer(context: CommandContext, options: PromoteOptions): Promise<number> {
  const { server, "to-server": to_server, from, to, json } = options;
  const source = await clientFor(context, { server, "token-file": options["token-file"], app: from });
  const target = await clientFor(context, { server: to_server, "token-file": options["to-token-file"], app: to });
  const files = await source.read();
  const plan = await target.plan(files);
  const drifted = plan.changes.filter(({ change }) => change === "drift");
  const stops = drifted.length > 0 || options["dry-run"];
  if (stops) {
    printResult(context, json, plan, () => [
      ...describePlan(plan),
      ...drifted.map(describeDrift),
      "Nothing was saved.",
    ]);
    return drifted.length > 0 ? DRIFTED : 0;
  }
  const origin = `promoted from ${server ?? "another installation"}`;
  const pushed = await target.push(files, { overwrite: false, prune: false, source: options.source ?? origin });
  return printPushed(context, json, await finishPush(target, pushed, options.publish));
}
