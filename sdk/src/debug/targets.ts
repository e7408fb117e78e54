import type { Body } from "@fanfare/contract/content";
import { placesOf, readerFor } from "../engage/target-facts.ts";
import { lineOf, type TargetLine } from "./target-line.ts";

/** Every place of a content that points at something, with each of its strategies by itself. */
export async function targetLines(document: Document, body: Body): Promise<readonly TargetLine[]> {
  const places = placesOf(body);
  // What judges names is as much as all else of the panel, which opens without it.
  const [reader, { scoreOf }] = await Promise.all([readerFor(places), import("@fanfare/contract/target-score")]);
  return places.map(({ station, target }) => lineOf(document, station, target, { reader, scoreOf }));
}
