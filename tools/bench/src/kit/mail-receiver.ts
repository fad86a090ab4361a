import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

export type ReceivedMail = {
  to: string;
  /** The part in plain text. */
  text: string;
  /** When the last byte arrived, as `performance.now()`. */
  at: number;
};

export type MailReceiver = {
  smtpUrl: string;
  /** Answers like the development mailbox, as far as the shop's client asks it. */
  url: string;
  /** The mails to the address, oldest first. */
  mailsTo: (address: string) => readonly ReceivedMail[];
  /** Calls the listener with every mail from now on. */
  onMail: (listener: (mail: ReceivedMail) => void) => void;
  stop: () => Promise<void>;
};

const END_OF_MAIL = '\r\n.\r\n';
const TEXT_PART =
  /Content-Type: text\/plain[^\r\n]*\r\n(?:Content-[^\r\n]*\r\n)*?Content-Transfer-Encoding: ([\w-]+)\r\n(?:[^\r\n]+\r\n)*\r\n([\s\S]*?)(?:\r\n--|$)/i;

const decodeQuotedPrintable = (body: string): Buffer =>
  Buffer.from(
    body.replaceAll('=\r\n', '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/** `source` has one character for each byte. */
const textOf = (source: string): string => {
  const [, encoding = '', body = ''] = TEXT_PART.exec(source) ?? [];
  if (encoding.toLowerCase() === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding.toLowerCase() === 'quoted-printable') return decodeQuotedPrintable(body).toString();
  return Buffer.from(body, 'latin1').toString();
};

/** The part of SMTP that a client with one recipient for each mail uses: https://www.rfc-editor.org/rfc/rfc5321 */
const receive = (socket: Socket, keep: (mail: ReceivedMail) => void): void => {
  let buffer = '';
  let to = '';
  let isInData = false;
  const reply = (line: string): void => void socket.write(`${line}\r\n`);
  const handleCommand = (line: string): void => {
    const command = line.slice(0, 4).toUpperCase();
    if (command === 'RCPT') to = /<([^>]*)>/.exec(line)?.[1] ?? '';
    isInData = command === 'DATA';
    reply(isInData ? '354 Go on' : '250 OK');
    if (command === 'QUIT') socket.end();
  };
  const handleBuffer = (): void => {
    for (;;) {
      const end = buffer.indexOf(isInData ? END_OF_MAIL : '\r\n');
      if (end === -1) return;
      const piece = buffer.slice(0, end);
      buffer = buffer.slice(end + (isInData ? END_OF_MAIL.length : 2));
      if (isInData) {
        isInData = false;
        keep({ to, text: textOf(piece), at: performance.now() });
        reply('250 OK');
      } else handleCommand(piece);
    }
  };
  socket.setEncoding('latin1').setNoDelay();
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    buffer += String(chunk);
    handleBuffer();
  });
  reply('220 bench');
};

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

/** A mail server that costs much less CPU time than the development mailbox, and knows when each mail arrived. Use it as SMTP_URL and MAILBOX_URL. */
export const startMailReceiver = async (): Promise<MailReceiver> => {
  const mailsByAddress = new Map<string, ReceivedMail[]>();
  const mailsTo = (address: string): readonly ReceivedMail[] => mailsByAddress.get(address) ?? [];
  const listeners: ((mail: ReceivedMail) => void)[] = [];
  const sockets = new Set<Socket>();
  const smtp = createServer((socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
    receive(socket, (mail) => {
      mailsByAddress.set(mail.to, [...mailsTo(mail.to), mail]);
      for (const listener of listeners) listener(mail);
    });
  });
  const web = createHttpServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://bench').searchParams.get('to.address');
    const found = address === null ? [...mailsByAddress.values()].flat() : mailsTo(address);
    const answer = found.map(({ to, text, at }) => ({
      id: `${to} ${at}`,
      text,
      subject: text,
      time: new Date(performance.timeOrigin + at),
      to: [{ address: to }],
    }));
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  const [smtpPort, webPort] = await Promise.all([listen(smtp), listen(web)]);
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    url: `http://127.0.0.1:${webPort}`,
    mailsTo,
    onMail: (listener) => void listeners.push(listener),
    stop: async () => {
      smtp.close();
      web.close();
      web.closeAllConnections();
      for (const socket of sockets) socket.destroy();
    },
  };
};
