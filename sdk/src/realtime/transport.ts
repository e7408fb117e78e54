/** One socket to the server, seen from its user. After {@link close} nothing is heard of it any more. */
export interface Transport {
  send(text: string): void;
  close(): void;
}

/** What a socket tells its user: each text, and its end with the close code, at most once. */
export interface TransportObserver {
  text(text: string): void;
  /** 1006 where the platform names no code. */
  gone(code: number): void;
}

/** Dials a URL. The seam of the live client: a browser gives {@link webSocketConnect}, a simulator its own wires. */
export type Connect = (url: string, observer: TransportObserver) => Transport;

/** Dials with the platform's WebSocket. A URL that the platform refuses ends like a connection that failed. */
export function webSocketConnect(Socket: typeof WebSocket): Connect {
  return (url, observer) => {
    const socket = new Socket(url);
    socket.onmessage = ({ data }) => observer.text(String(data));
    socket.onclose = ({ code }) => observer.gone(code);
    return {
      send: (text) => {
        if (socket.readyState === 1) socket.send(text);
      },
      close() {
        socket.onmessage = socket.onclose = null;
        socket.close();
      },
    };
  };
}
