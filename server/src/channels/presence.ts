import type { Member, Roster } from "./subscriber.ts";

/**
 * Members of one presence channel. A person with several connections counts once: they join with the first, leave with
 * the last, and keep the `user_info` of the first.
 */
export class Presence {
  readonly #people = new Map<string, { readonly user_info: string; connections: number }>();
  readonly #members = new Map<string, string>();

  get roster(): Roster {
    return this.#people;
  }

  has(user_id: string): boolean {
    return this.#people.has(user_id);
  }

  personOf(socket_id: string): string | undefined {
    return this.#members.get(socket_id);
  }

  /** Returns true if this is the person's first connection. */
  add(socket_id: string, member: Member): boolean {
    this.#members.set(socket_id, member.user_id);
    const person = this.#people.get(member.user_id);
    if (person !== undefined) {
      person.connections++;
      return false;
    }
    this.#people.set(member.user_id, { user_info: member.user_info, connections: 1 });
    return true;
  }

  /** Returns the person if this was their last connection. */
  remove(socket_id: string): string | undefined {
    const user_id = this.#members.get(socket_id);
    const person = user_id === undefined ? undefined : this.#people.get(user_id);
    if (user_id === undefined || person === undefined) return undefined;
    this.#members.delete(socket_id);
    person.connections--;
    if (person.connections > 0) return undefined;
    this.#people.delete(user_id);
    return user_id;
  }
}
