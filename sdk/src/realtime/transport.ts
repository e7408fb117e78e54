/** One socket to the server. No events are delivered after {@link close}. */
export interface Transport {
  send(text: string): void;
  close(): void;
}

/** Socket callbacks: each text message, and at most one close. */
export interface TransportObserver {
  text(text: string): void;
  /** Close code; 1006 if the platform provides none. */
  gone(code: number): void;
}

/** Opens a socket. Browsers use {@link webSocketConnect}; a simulator injects its own. */
export type Connect = (url: string, observer: TransportObserver) => Transport;

/** Connects with the platform's WebSocket. A refused URL is handled like a failed connection. */
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
