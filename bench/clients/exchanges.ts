/**
 * Low-overhead clients for request-based transports (streams and polls): raw TCP, only counting a marker in responses.
 */
export interface Listeners {
  received(): number;
  reset(): void;
  close(): void;
}

/** One client: returns the first request, then the next one after each complete response. Undefined to stop. */
export interface Exchange {
  next(answer: string): string | undefined;
}

export interface ExchangePlan {
  readonly port: number;
  readonly marker: string;
  readonly exchanges: readonly Exchange[];
}

const HEAD_END = "\r\n\r\n";

/** Opens and drives one connection per exchange. A stream is a response that never ends; all of it is counted. */
export async function openExchanges({ port, marker, exchanges }: ExchangePlan): Promise<Listeners> {
  let total = 0;
  const sockets: { end(): void }[] = [];
  for (const exchange of exchanges) {
    let text = "";
    const socket = await Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: {
        data(connection, bytes) {
          text += Buffer.from(bytes).toString("latin1");
          for (let answer = takeAnswer(); answer !== undefined; answer = takeAnswer()) {
            total += occurrences(answer, marker);
            const next = exchange.next(answer);
            if (next !== undefined) connection.write(next);
          }
        },
      },
    });
    /** Removes the first complete response from `text`. For streams, all complete lines. */
    const takeAnswer = (): string | undefined => {
      const head = text.indexOf(HEAD_END);
      const announced = head === -1 ? undefined : /content-length: (\d+)/i.exec(text.slice(0, head))?.[1];
      const end = announced === undefined ? text.lastIndexOf("\n") + 1 : head + HEAD_END.length + Number(announced);
      if (end === 0 || text.length < end) return undefined;
      const answer = text.slice(0, end);
      text = text.slice(end);
      return answer;
    };
    sockets.push(socket);
    const first = exchange.next("");
    if (first !== undefined) socket.write(first);
  }
  return {
    received: () => total,
    reset() {
      total = 0;
    },
    close() {
      for (const socket of sockets) socket.end();
    },
  };
}

function occurrences(text: string, marker: string): number {
  let found = 0;
  for (let at = text.indexOf(marker); at !== -1; at = text.indexOf(marker, at + marker.length)) found++;
  return found;
}
