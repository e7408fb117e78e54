/** The shop's staff. There is no password on purpose: the demo shows what each person's own memory does. */
export interface User {
  readonly id: string;
  readonly name: string;
  readonly role: string;
}

const ADA: User = { id: "u_ada", name: "Ada Larkspur", role: "Desk lead" };

export const USERS: readonly User[] = [
  ADA,
  { id: "u_grace", name: "Grace Bellamy", role: "Packing" },
  { id: "u_linus", name: "Linus Thorn", role: "Weekend help" },
];

/** The user with this id, or the desk lead when there is none. */
export function userById(id: string | undefined): User {
  return USERS.find((user) => user.id === id) ?? ADA;
}
