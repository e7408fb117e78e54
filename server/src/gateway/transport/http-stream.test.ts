import { expect, test } from "bun:test";
import { type HttpStream, openHttpStream, type StreamPart } from "./http-stream.ts";

/** A stream whose client waits for a part, and whose source drops it when it ends, as a mailbox does. */
async function openStream() {
  const parts: StreamPart[] = [];
  const ended: HttpStream[] = [];
  const asked = Promise.withResolvers<void>();
  const stream = openHttpStream({
    headers: {},
    ping: "",
    next() {
      asked.resolve();
      return parts.shift();
    },
    onEnd(one) {
      ended.push(one);
      one.drop();
    },
  });
  const text = stream.response.text();
  await asked.promise;
  return { parts, ended, stream, text };
}

test("closes once when the source drops the stream at its last part", async () => {
  const { parts, ended, stream, text } = await openStream();
  parts.push({ text: "end", last: true });
  stream.wake();
  expect(await text).toBe("end");
  expect(ended).toEqual([stream]);
});

test("ends the response of a stream that is dropped without a last part", async () => {
  const { ended, stream, text } = await openStream();
  stream.drop();
  expect(await text).toBe("");
  expect(ended).toEqual([stream]);
});
