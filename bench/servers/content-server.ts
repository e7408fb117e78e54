/** Fanfare with 50 live contents. */
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { serveFanfare } from "./fanfare.ts";

const CONTENTS = 50;

/** A tour as authors write it: three steps with a target, and texts of ordinary length. */
function tour(index: number) {
  const text = `Everything about this part of the page, in a sentence or two that people read before step ${index}.`;
  const step = (id: string) => ({
    kind: "anchored",
    id,
    title: `What you find in place ${id} of tour ${index}`,
    blocks: [{ kind: "paragraph", spans: [{ text }] }],
    target: { strategies: [{ kind: "test_id", value: `place-${index}-${id}` }] },
  });
  return editionSchema.parse({
    body: { type: "tour", steps: ["one", "two", "three"].map(step) },
    targeting: { urls: { include: [`/part/${index}/*`], exclude: [] } },
  });
}

await serveFanfare({
  contents: Array.from({ length: CONTENTS }, (_, index) => ({
    slug: `tour-${index}`,
    name: `Tour ${index}`,
    edition: tour(index),
  })),
});
