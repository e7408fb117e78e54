import { expect, test } from "bun:test";
import fc from "fast-check";
import { clusterMessageSchema, readClusterMessage } from "./messages.ts";

const odd = fc.constantFrom<unknown>(undefined, null, 0, -1, 1.5, 7, "", "text", true, [], {}, [1], ["a"], [["a"]]);
const mostly = <Value>(usual: fc.Arbitrary<Value>) => fc.oneof({ weight: 9, arbitrary: usual }, odd);
const event = fc.record(
  {
    ...{ channels: mostly(fc.array(mostly(fc.string()))), event: mostly(fc.string()), data: mostly(fc.string()) },
    except: mostly(fc.string()),
    kept: mostly(fc.dictionary(fc.string(), fc.record({ events_max: mostly(fc.nat()), ttl_s: fc.nat() }))),
  },
  { requiredKeys: [] },
);
const message = fc.record(
  {
    ...{ kind: mostly(fc.constant("events")), app_id: mostly(fc.string()) },
    ...{ events: mostly(fc.array(mostly(event), { maxLength: 3 })), ref: mostly(fc.integer()) },
  },
  { requiredKeys: [] },
);

test("reads messages as their schema does, also broken ones", () => {
  let accepted = 0;
  fc.assert(
    fc.property(message, (value) => {
      const stored: unknown = JSON.parse(JSON.stringify(value));
      const read = readClusterMessage(stored);
      if (read !== undefined) accepted++;
      expect(read).toEqual(clusterMessageSchema.safeParse(stored).data);
    }),
    { numRuns: 2_000 },
  );
  expect(accepted).toBeGreaterThan(100);
});
