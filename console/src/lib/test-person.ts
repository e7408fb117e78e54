const KEY = "fanfare-console-test-person:";

/** ID of the person that this member last sent a test to in this app, on this device. */
export function lastTestPerson(app_id: string, member_id: string): string | undefined {
  try {
    return localStorage.getItem(storageKey(app_id, member_id)) ?? undefined;
  } catch {
    // Storage is disabled.
    return undefined;
  }
}

export function rememberTestPerson(app_id: string, member_id: string, external_id: string): void {
  try {
    localStorage.setItem(storageKey(app_id, member_id), external_id);
  } catch {
    // Storage is disabled or full.
  }
}

function storageKey(app_id: string, member_id: string): string {
  return `${KEY}${app_id}:${member_id}`;
}
