import { parseArgs } from "node:util";
import { systemClock } from "@fanfare/contract/clock";
import { systemRng } from "@fanfare/contract/rng";
import { newMemberSchema } from "@fanfare/contract/schema/api";
import { createMember } from "../accounts/members.ts";
import { newToken } from "../accounts/opaque-token.ts";
import { createPasswords } from "../accounts/passwords.ts";
import { type Command, UsageError, withStore } from "./command.ts";

const USAGE =
  "Write fanfare admin create --email ada@example.com [--name Ada] [--role owner|admin|editor|viewer] [--password …] [--json]. Without --password one is made and printed.";

/** `fanfare admin create`: makes a member who can sign in, for operators who cannot get in otherwise. */
export const admin: Command = async ({ args, config: read, say }) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      email: { type: "string" },
      name: { type: "string" },
      role: { type: "string", default: "admin" },
      password: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  if (positionals.join(" ") !== "create" || values.email === undefined) throw new UsageError(USAGE);
  const made_password = values.password === undefined ? newToken(systemRng) : undefined;
  const parsed = newMemberSchema.safeParse({
    email: values.email,
    name: values.name ?? values.email.split("@")[0],
    role: values.role,
    password: values.password ?? made_password,
  });
  if (!parsed.success) {
    throw new UsageError(parsed.error.issues.map((issue) => `--${issue.path.join(".")}: ${issue.message}`).join("\n"));
  }
  const member = parsed.data;
  const deps = { clock: systemClock, rng: systemRng, passwords: createPasswords() };
  const { id, email, role } = await withStore(read(), (store) => createMember({ ...deps, store }, member));
  if (values.json)
    say(JSON.stringify({ id, email, role, ...(made_password === undefined ? {} : { password: made_password }) }));
  else {
    say(`${email} can sign in now, as ${role}.`);
    if (made_password !== undefined) say(`The password, shown this once: ${made_password}`);
  }
  return 0;
};
