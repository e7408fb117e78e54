const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });

/** Until when something is hidden: `until Nov 21, 2027`. */
export function untilWords(expires_at: string): string {
  return `until ${day.format(Date.parse(expires_at))}`;
}
