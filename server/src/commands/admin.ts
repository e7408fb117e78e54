import { systemRng } from "@fanfare/contract/lib/rng";
import type { Role } from "@fanfare/contract/schema/accounts/sign-in";
import { newToken } from "../accounts/sign-in/opaque-token.ts";
import { publicUrlOf } from "../config/print-config.ts";
import { UsageError } from "../lib/operator-errors.ts";
import { readArguments } from "./arguments.ts";
import { type Command, type CommandContext, createClient, printResult, runningConfig } from "./command.ts";

const USAGE =
  "Usage:\n  fanfare admin create --email ada@example.com [--name Ada] [--role owner|admin|editor|viewer] [--password …] [--json]\n  fanfare admin reset --email ada@example.com [--end-two-factor] [--json]\nWithout --password, a password is generated and printed. reset prints a password reset link.";

/** `fanfare admin create` and `fanfare admin reset`: restore access for operators who can't sign in. */
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
  const member = await createClient(context)("admin.create", {
    email,
    name: name ?? email.split("@")[0] ?? email,
    // Cast: the operation validates it and lists the valid roles.
    role: role as Role,
    password: password ?? made_password ?? "",
  });
  const answer = made_password === undefined ? member : { ...member, password: made_password };
  return printResult(context, json, answer, (made) => [
    `Member ${made.email} created with the role ${made.role}.`,
    ...(made_password === undefined ? [] : [`Password (shown only once): ${made_password}`]),
  ]);
}

async function reset(
  context: CommandContext,
  { json, ...options }: { readonly email: string; readonly end_two_factor: boolean; readonly json: boolean },
): Promise<number> {
  const { email, token, expires_at } = await createClient(context)("admin.reset", options);
  const config = await runningConfig(context);
  const url = `${publicUrlOf(config, config.port)}/console/reset?token=${token}`;
  return printResult(context, json, { email, url, expires_at }, (made) => [
    `Password reset link for ${made.email}. It works once and expires at ${made.expires_at}:`,
    made.url,
  ]);
}
