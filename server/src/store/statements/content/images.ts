import type { CompiledQuery, Selectable } from "kysely";
import type { Db, Schema } from "../../schema/schema.ts";

export type ImageRow = Selectable<Schema["images"]>;
/** Without the bytes, for lists. */
export type ImageInfo = Omit<ImageRow, "data">;

const INFO = ["hash", "name", "width", "height", "bytes", "created_at", "created_by"] as const;

/** Newest first. */
export function allImages(db: Db, rows_max: number): Promise<ImageInfo[]> {
  return db.selectFrom("images").select(INFO).orderBy("created_at", "desc").orderBy("hash").limit(rows_max).execute();
}

export async function countImages(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("images")
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function imageByHash(db: Db, hash: string): Promise<ImageInfo | undefined> {
  return db.selectFrom("images").select(INFO).where("hash", "=", hash).executeTakeFirst();
}

/** The bytes of an image with exactly this size. */
export function imageData(db: Db, { hash, width, height }: Pick<ImageRow, "hash" | "width" | "height">) {
  return db
    .selectFrom("images")
    .select("data")
    .where("hash", "=", hash)
    .where("width", "=", width)
    .where("height", "=", height)
    .executeTakeFirst();
}

export function deleteImage(db: Db, hash: string): CompiledQuery {
  return db.deleteFrom("images").where("hash", "=", hash).compile();
}
