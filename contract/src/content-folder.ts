/** Content as files: one folder that an installation writes and reads, made for Git. */

/** Raised when older servers can't read the folder. */
export const FOLDER_FORMAT = 1;

/** Folders of the format, in the order in which a push creates their items. */
export const FOLDER_KINDS = ["themes", "segments", "cap-groups", "trackers", "goals", "contents"] as const;
export type FolderKind = (typeof FOLDER_KINDS)[number];

export interface FolderFile {
  /** From the folder, with slashes: `contents/welcome/content.json`. */
  readonly path: string;
  readonly text: string;
}

/** What a push does to one item, such as `contents/welcome`. */
export interface FolderChange {
  readonly path: string;
  /**
   * `drift`: the item changed on the server since the last push, so that a push would overwrite that change. `archive`:
   * content of an earlier push whose files are gone.
   */
  readonly change: "create" | "update" | "drift" | "archive";
  /** The member who last changed the item on the server, and when, if that's known. */
  readonly by: string | null;
  readonly at: string | null;
}
