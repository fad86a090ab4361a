import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export type ReceivedMail = { to: string; content: Buffer };
type OnMail = (mail: ReceivedMail) => void;

const END_OF_MAIL = '\r\n.\r\n';
const replies: Record<string, string> = { EHLO: '250 bench', DATA: '354 go on', QUIT: '221 bye' };

/** Responds to one connection. A client that does not pipeline, such as nodemailer, sends one command or one mail at a time. */
const serve = ({ socket, onMail }: { socket: Socket; onMail: OnMail }): void => {
  let to = '';
  let parts: Buffer[] | undefined;
  const receive = (chunk: Buffer): void => {
    if (!parts) {
      const command = chunk.toString('latin1').trimEnd();
      const verb = command.slice(0, 4).toUpperCase();
      if (verb === 'RCPT') to = /<([^>]*)>/.exec(command)?.[1] ?? '';
      if (verb === 'DATA') parts = [];
      socket.write(`${replies[verb] ?? '250 ok'}\r\n`);
      return;
    }
    parts.push(chunk);
    const tail = Buffer.concat(parts.slice(-END_OF_MAIL.length));
    if (tail.subarray(-END_OF_MAIL.length).toString('latin1') !== END_OF_MAIL) return;
    const content = Buffer.concat(parts);
    parts = undefined;
    socket.write('250 ok\r\n');
    onMail({ to, content });
  };
  socket.setNoDelay(true);
  socket.on('data', receive);
  socket.on('error', () => undefined);
  socket.write('220 bench\r\n');
};

/** A mail server that accepts everything and uses little CPU time. `onMail` is called once a mail is accepted. */
export const startSmtpReceiver = async (onMail: OnMail): Promise<{ url: string; stop: () => Promise<void> }> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve({ socket, onMail });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
