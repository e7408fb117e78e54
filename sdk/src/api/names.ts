/**
 * Names of your workspace, for completion and type checks. `fanfare types` writes them, and you can add your own:
 *
 * ```ts
 * declare module "@fanfare/sdk" {
 *   interface EventNames { order_shipped: unknown }
 * }
 * ```
 *
 * As long as an interface is empty, its calls accept any text.
 */
// biome-ignore-start lint/suspicious/noEmptyInterface: empty until `fanfare types` adds names
/** Slugs of content. */
export interface ContentNames {}
/** Events for `track`. */
export interface EventNames {}
/** Actions for `action`. */
export interface ActionNames {}
// biome-ignore-end lint/suspicious/noEmptyInterface: empty until `fanfare types` adds names

/** The keys of an interface, or any text while it has none. */
type KeysOr<Names> = keyof Names extends never ? string : keyof Names & string;

/** The slug or ID of content. */
export type ContentName = KeysOr<ContentNames> | `cnt_${string}`;
export type EventName = KeysOr<EventNames>;
export type ActionName = KeysOr<ActionNames>;
