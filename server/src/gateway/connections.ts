import type { AppId } from "@fanfare/contract/ids";

/** How many connections each app has, whatever they speak. */
export interface Connections {
  of(app_id: AppId): number;
  /** How many have come since the start. */
  cameTo(app_id: AppId): number;
  add(app_id: AppId): void;
  remove(app_id: AppId): void;
}

export function createConnections(): Connections {
  const per_app = new Map<AppId, number>();
  const came = new Map<AppId, number>();
  return {
    of: (app_id) => per_app.get(app_id) ?? 0,
    cameTo: (app_id) => came.get(app_id) ?? 0,
    add(app_id) {
      came.set(app_id, (came.get(app_id) ?? 0) + 1);
      per_app.set(app_id, (per_app.get(app_id) ?? 0) + 1);
    },
    remove(app_id) {
      const left = (per_app.get(app_id) ?? 0) - 1;
      if (left > 0) per_app.set(app_id, left);
      else per_app.delete(app_id);
    },
  };
}
