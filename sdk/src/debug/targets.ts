import type { Body } from "@fanfare/contract/content";
import { placesOf, readerFor } from "../engage/target-facts.ts";
import type { TargetLine } from "./target-line.ts";

/** Every place of a content that points at something, with each of its strategies by itself. */
export async function targetLines(document: Document, body: Body, edit_url: string): Promise<readonly TargetLine[]> {
  const places = placesOf(body);
  // What judges names is as much as all else of the panel, which opens without it.
  const [reader, { linesOf }] = await Promise.all([readerFor(places), import("./better.ts")]);
  return linesOf(document, places, reader, edit_url);
}
