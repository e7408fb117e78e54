import { describe, expect, test } from "bun:test";
import { createResponseReader, type ResponseProgress } from "./response-reader.ts";

const BOUNDS = { head_bytes_max: 200, bytes_max: 1_000 };

function readIn(text: string, piece: number, ended: boolean): ResponseProgress {
  const reader = createResponseReader(BOUNDS);
  const bytes = Buffer.from(text, "latin1");
  for (let from = 0; from < bytes.length; from += piece) {
    reader.push(bytes.subarray(from, from + piece));
    const early = reader.read(false);
    if (early.state !== "more") return early;
  }
  return reader.read(ended);
}

/** Checks that the result doesn't depend on how the text is split. */
function read(text: string, ended = true): ResponseProgress {
  const [whole, ...pieces] = [1_000, 1, 7].map((piece) => readIn(text, piece, ended));
  for (const each of pieces) expect(each).toEqual(whole as ResponseProgress);
  return whole as ResponseProgress;
}

const bodyOf = (answer: ResponseProgress): string | undefined =>
  answer.state === "whole" ? `${answer.status} ${answer.body.toString("latin1")}` : undefined;

describe("complete response", () => {
  test.each([
    ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "200 ok"],
    ["HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "200 "],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n1;a=b\r\n!\r\n0\r\n\r\n", "200 ok!"],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n0\r\n\r\n\r\n0\r\n\r\n", "200 0\r\n\r\n"],
    ["HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 404 No\r\nContent-Length: 2\r\n\r\nno", "404 no"],
    ["HTTP/1.1 204 No Content\r\n\r\n", "204 "],
  ])("%j", (text, body) => {
    expect(bodyOf(read(text, false))).toBe(body);
  });

  test("ends at the close when there is no length", () => {
    expect(read("HTTP/1.1 200 OK\r\n\r\nok", false).state).toBe("more");
    expect(bodyOf(read("HTTP/1.1 200 OK\r\n\r\nok"))).toBe("200 ok");
  });
});

describe("invalid response", () => {
  test.each([
    "SSH-2.0-OpenSSH\r\n\r\n",
    "HTTP/2 200\r\n\r\n",
    "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
    "HTTP/1.1 200 OK\r\nA b: c\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nok",
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nok",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nok\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\noking\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok",
    "HTTP/1.1 200 OK\r\nContent-Le",
    `HTTP/1.1 200 OK\r\nX: ${"x".repeat(BOUNDS.head_bytes_max)}\r\n\r\n`,
    `HTTP/1.1 200 OK\r\n\r\n${"x".repeat(BOUNDS.bytes_max)}`,
  ])("%j", (text) => {
    expect(read(text).state).toBe("broken");
  });
});
