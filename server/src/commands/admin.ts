import { systemRng } from "@fanfare/contract/rng";
import type { Role } from "@fanfare/contract/schema/api";
import { newToken } from "../accounts/opaque-token.ts";
import { publicUrlOf } from "../config-print.ts";
import { UsageError } from "../usage-error.ts";
import { readArguments } from "./arguments.ts";
import { asking, type Command, type CommandContext, tell } from "./command.ts";

const USAGE =
  "Write fanfare admin create --email ada@example.com [--name Ada] [--role owner|admin|editor|viewer] [--password …] [--json]; without --password one is made and printed. Or fanfare admin reset --email ada@example.com [--end-two-factor]: prints a link to a new password.";

/** `fanfare admin create` and `fanfare admin reset`: for those who cannot get in otherwise. */
export const admin: Command = async (context) => {
  const { verb, values } = readArguments(context.args, {
    verbs: ["create", "reset"],
    options: {
      email: { type: "string" },
      name: { type: "string" },
      role: { type: "string", default: "admin" },
      password: { type: "string" },
      "end-two-factor": { type: "boolean", default: false },
    },
    usage: USAGE,
  });
  const { email, json } = values;
  if (email === undefined) throw new UsageError(USAGE);
  switch (verb) {
    case "create":
      return create(context, { ...values, email });
    case "reset":
      return reset(context, { email, json, end_two_factor: values["end-two-factor"] });
  }
};

interface NewMember {
  readonly email: string;
  readonly name?: string | undefined;
  readonly role: string;
  readonly password?: string | undefined;
  readonly json: boolean;
}

async function create(context: CommandContext, { email, name, role, password, json }: NewMember): Promise<number> {
  const made_password = password === undefined ? newToken(systemRng) : undefined;
  const member = await asking(context)("admin.create", {
    email,
    name: name ?? email.split("@")[0] ?? email,
    // The operation checks it, and names the roles that there are.
    role: role as Role,
    password: password ?? made_password ?? "",
  });
  const answer = made_password === undefined ? member : { ...member, password: made_password };
  return tell(context, json, answer, (made) => [
    `${made.email} can sign in now, as ${made.role}.`,
    ...(made_password === undefined ? [] : [`The password, shown this once: ${made_password}`]),
  ]);
}

async function reset(
  context: CommandContext,
  { json, ...wish }: { readonly email: string; readonly end_two_factor: boolean; readonly json: boolean },
): Promise<number> {
  const { email, token, expires_at } = await asking(context)("admin.reset", wish);
  const config = context.config();
  const url = `${publicUrlOf(config, config.port)}/console/reset?token=${token}`;
  return tell(context, json, { email, url, expires_at }, (made) => [
    `By this link ${made.email} chooses a new password, once and until ${made.expires_at}:`,
    made.url,
  ]);
}
