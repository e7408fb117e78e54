import type { Server } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** Real SMTP server on a free loopback port. */
export interface SmtpInbox extends AsyncDisposable {
  readonly port: number;
  /** Received emails. `raw` is unparsed. */
  readonly emails: readonly { readonly to: readonly string[]; readonly from: string; readonly raw: string }[];
}

/**
 * @example
 * await using mailbox = await openMailbox({ authOptional: true });
 */
export async function openSmtpInbox(options: SMTPServerOptions): Promise<SmtpInbox> {
  const emails: SmtpInbox["emails"][number][] = [];
  const server = new SMTPServer({
    ...options,
    onData(stream, { envelope }, done) {
      text(stream).then((raw) => {
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        emails.push({ to: envelope.rcptTo.map(({ address }) => address), from, raw });
        done();
      }, done);
    },
  });
  // Clients that reject the certificate disconnect. Tests check the client's error.
  server.on("error", () => undefined);
  // Node 20, which runs the browser tests, has no `Promise.withResolvers`.
  const listening = await new Promise<Server>((resolve) => {
    const opened: Server = server.listen(0, "127.0.0.1", () => resolve(opened));
  });
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("The mail server has no port.");
  return {
    port: address.port,
    emails,
    [Symbol.asyncDispose]() {
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
