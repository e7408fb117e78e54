/** Where a page leaves word that of this content's run, which is the value, nobody saw anything yet. */
export const unseenKey = (content_id: string): string => `fanfare:unseen:${content_id}`;
