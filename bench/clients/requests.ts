/** Low-overhead HTTP load generator: raw TCP, prepared bytes, and responses that are only counted. */
export interface RequestPlan {
  readonly port: number;
  readonly connections: number;
  /** How often each connection sends the whole list, one request at a time. */
  readonly rounds: number;
  /** Raw bytes of the requests. */
  readonly requests: readonly Uint8Array[];
  /** Prefix of every response. */
  readonly expected: string;
}

export async function sendRequests(plan: RequestPlan): Promise<number> {
  await Promise.all(Array.from({ length: plan.connections }, () => drive(plan)));
  return plan.connections * plan.rounds * plan.requests.length;
}

/** Length of a response with its head. Undefined until the head is complete. @throws Error for an unexpected response. */
function responseLength(text: string, expected: string): number | undefined {
  const head = text.indexOf("\r\n\r\n");
  if (head === -1) return undefined;
  if (!text.startsWith(expected)) throw new Error(`The server answered ${text.slice(0, 500)}`);
  return head + 4 + Number(/content-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
}

async function drive(plan: RequestPlan): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const total = plan.rounds * plan.requests.length;
  let answered = 0;
  /** The response so far, until its length is known. */
  let text = "";
  let length: number | undefined;
  let received = 0;
  const next = (): Uint8Array => plan.requests[answered % plan.requests.length] ?? new Uint8Array();
  const receive = (bytes: Uint8Array): boolean => {
    received += bytes.byteLength;
    if (length === undefined) {
      text += Buffer.from(bytes).toString("latin1");
      length = responseLength(text, plan.expected);
    }
    if (length === undefined || received < length) return false;
    if (received > length) throw new Error("A response was longer than its announced length.");
    text = "";
    length = undefined;
    received = 0;
    answered++;
    return true;
  };
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: plan.port,
    socket: {
      data(connection, bytes) {
        try {
          if (!receive(bytes)) return;
          if (answered === total) resolve();
          else connection.write(next());
        } catch (error) {
          reject(error);
        }
      },
      close: () => reject(new Error("The server closed a connection.")),
    },
  });
  socket.write(next());
  await promise;
  socket.end();
}
