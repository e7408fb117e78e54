/** Storage key that marks a run without an impression. The value is the run ID. */
export const unseenKey = (content_id: string): string => `fanfare:unseen:${content_id}`;
