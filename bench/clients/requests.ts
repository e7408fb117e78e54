/** Low-overhead HTTP load generator: raw TCP, prepared bytes, and responses that are only counted. */
export interface RequestPlan {
  readonly port: number;
  readonly connections: number;
  /** How often each connection sends the whole list, one request at a time. */
  readonly rounds: number;
  /** Raw bytes of the requests. All responses must have the same length. */
  readonly requests: readonly Uint8Array[];
  /** Prefix of every response. */
  readonly expected: string;
}

export async function sendRequests(plan: RequestPlan): Promise<number> {
  const length = await answerLength(plan);
  await Promise.all(Array.from({ length: plan.connections }, () => drive(plan, length)));
  return plan.connections * plan.rounds * plan.requests.length;
}

async function answerLength(plan: RequestPlan): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let text = "";
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: plan.port,
    socket: {
      data(_, bytes) {
        text += Buffer.from(bytes).toString("latin1");
        const head = text.indexOf("\r\n\r\n");
        const announced = /content-length: (\d+)/i.exec(text)?.[1];
        if (head === -1 || announced === undefined) return;
        const whole = head + 4 + Number(announced);
        if (!text.startsWith(plan.expected)) reject(new Error(`The server answered ${text.slice(0, 500)}`));
        else if (text.length >= whole) resolve(whole);
      },
    },
  });
  socket.write(plan.requests[0] ?? new Uint8Array());
  try {
    return await promise;
  } finally {
    socket.end();
  }
}

async function drive(plan: RequestPlan, length: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const total = plan.rounds * plan.requests.length;
  let answered = 0;
  let received = 0;
  const next = (): Uint8Array => plan.requests[answered % plan.requests.length] ?? new Uint8Array();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: plan.port,
    socket: {
      data(connection, bytes) {
        received += bytes.byteLength;
        if (received < length) return;
        if (received > length) reject(new Error("An answer was longer than the first one."));
        received = 0;
        answered++;
        if (answered === total) resolve();
        else connection.write(next());
      },
      close: () => reject(new Error("The server closed a connection.")),
    },
  });
  socket.write(next());
  await promise;
  socket.end();
}
