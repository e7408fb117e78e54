/** The shop's staff. There are deliberately no passwords: the demo shows per-person state. */
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

/** Falls back to the desk lead. */
export function userById(id: string | undefined): User {
  return USERS.find((user) => user.id === id) ?? ADA;
}
