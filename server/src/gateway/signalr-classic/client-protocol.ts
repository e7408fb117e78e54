/** Supported versions of the classic protocol. Clients of 2.1 get 2.0, as with Microsoft's own server. */
export const CLIENT_PROTOCOLS = ["1.2", "1.3", "1.4", "1.5", "2.0"] as const;
export type ClientProtocol = (typeof CLIENT_PROTOCOLS)[number];

/**
 * Returns the version to negotiate for a client that requests `asked`: the same one if supported, otherwise the newest
 * older one. Clients up to 2.3 accept only exactly what they requested. Undefined for versions before 1.2, which belong
 * to SignalR 1.x, and malformed ones.
 *
 * @example
 * negotiateProtocol("2.1"); // "2.0"
 * negotiateProtocol("1.1"); // undefined
 */
export function negotiateProtocol(requested: string | null): ClientProtocol | undefined {
  const version = numberOf(requested ?? "");
  return version === undefined
    ? undefined
    : CLIENT_PROTOCOLS.findLast((version_spoken) => (numberOf(version_spoken) ?? 0) <= version);
}

/** Whether clients of this version read error reasons: `Error` in the negotiation, and E in an envelope. */
export function understandsErrors(requested: string | null): boolean {
  const version = negotiateProtocol(requested);
  return version === undefined || version === "2.0";
}

/** Comparable number: 1.5 is less than 1.10. */
function numberOf(text: string): number | undefined {
  const [, major, minor] = /^(\d{1,3})\.(\d{1,3})$/.exec(text) ?? [];
  return major === undefined || minor === undefined ? undefined : Number(major) * 1_000 + Number(minor);
}
