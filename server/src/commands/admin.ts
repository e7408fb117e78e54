import { systemRng } from "@fanfare/contract/rng";
import type { Role } from "@fanfare/contract/schema/api";
import { newToken } from "../accounts/opaque-token.ts";
import { UsageError } from "../usage-error.ts";
import { readArguments } from "./arguments.ts";
import { asking, type Command, tell } from "./command.ts";

const USAGE =
  "Write fanfare admin create --email ada@example.com [--name Ada] [--role owner|admin|editor|viewer] [--password …] [--json]. Without --password one is made and printed.";

/** `fanfare admin create`: makes a member who can sign in, for operators who cannot get in otherwise. */
export const admin: Command = async (context) => {
  const { values } = readArguments(context.args, {
    verbs: ["create"],
    options: {
      email: { type: "string" },
      name: { type: "string" },
      role: { type: "string", default: "admin" },
      password: { type: "string" },
    },
    usage: USAGE,
  });
  if (values.email === undefined) throw new UsageError(USAGE);
  const made_password = values.password === undefined ? newToken(systemRng) : undefined;
  const member = await asking(context)("admin.create", {
    email: values.email,
    name: values.name ?? values.email.split("@")[0] ?? values.email,
    // The operation checks it, and names the roles that there are.
    role: values.role as Role,
    password: values.password ?? made_password ?? "",
  });
  const answer = made_password === undefined ? member : { ...member, password: made_password };
  return tell(context, values.json, answer, ({ email, role }) => [
    `${email} can sign in now, as ${role}.`,
    ...(made_password === undefined ? [] : [`The password, shown this once: ${made_password}`]),
  ]);
};
