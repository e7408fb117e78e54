import { expect, test } from "bun:test";
import { combineWork } from "./lease.ts";

test("ends all work at once, and waits for the slowest", async () => {
  const slow = Promise.withResolvers<void>();
  const calls: string[] = [];
  const part = (name: string, ended?: Promise<void>) => ({
    begin: async () => void calls.push(`${name} begins`),
    async end() {
      calls.push(`${name} ends`);
      await ended;
      calls.push(`${name} ended`);
    },
  });
  const work = combineWork([part("alerts", slow.promise), part("messages")]);
  await work.begin((store) => store);
  const ending = work.end().then(() => calls.push("all ended"));
  await Bun.sleep(0);
  expect(calls).toEqual(["alerts begins", "messages begins", "alerts ends", "messages ends", "messages ended"]);
  slow.resolve();
  await ending;
  expect(calls.slice(-2)).toEqual(["alerts ended", "all ended"]);
});
