import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { uniqueLoopbackAddress } from '@stagereel/service-kit/testing';

export type ReceivedMessage = { from: string; to: string; raw: string; messageId: string; at: number };

/** The server's responses; whatever is omitted is accepted. */
export type SmtpScript = {
  /** undefined closes the connection, null sends nothing. */
  greeting?: () => string | undefined | null;
  auth?: () => string;
  recipient?: (address: string) => string;
  /** The response to a complete message; undefined closes the connection instead. */
  message?: (message: ReceivedMessage) => string | undefined | Promise<string | undefined>;
};

const OK = '250 2.0.0 ok';
const addressIn = (command: string): string => /<([^>]*)>/.exec(command)?.[1] ?? '';

/** Serves one connection line by line, as in RFC 5321. */
const serve = (options: { socket: Socket; script: () => SmtpScript; received: ReceivedMessage[] }): void => {
  const { socket, script, received } = options;
  let buffer = '';
  let body: string[] | undefined;
  let from = '';
  let to = '';
  let isRefused = false;
  // Responses are sent in order, even if one of them is delayed.
  let queue: Promise<void> = Promise.resolve();
  const send = (line: string | undefined): void => {
    if (socket.destroyed) return;
    if (line === undefined) socket.destroy();
    else socket.write(`${line}\r\n`);
  };

  const finishMessage = async (lines: string[]): Promise<void> => {
    const raw = lines.map((line) => line.replace(/^\.\./, '.')).join('\r\n');
    const message = { from, to, raw, messageId: /^Message-ID: (.*)$/im.exec(raw)?.[1] ?? '', at: performance.now() };
    received.push(message);
    const { message: responseTo } = script();
    send(responseTo ? await responseTo(message) : OK);
  };

  const respond = async (line: string): Promise<void> => {
    if (body) {
      if (line !== '.') return void body.push(line);
      const lines = body;
      body = undefined;
      return finishMessage(lines);
    }
    const command = line.toUpperCase();
    if (command.startsWith('EHLO')) return send(script().auth ? '250-scripted\r\n250 AUTH PLAIN' : '250 scripted');
    if (command === 'STARTTLS') return send('502 5.5.1 not implemented');
    if (command.startsWith('AUTH')) return send(script().auth?.() ?? OK);
    if (command.startsWith('MAIL FROM')) {
      from = addressIn(line);
      isRefused = false;
      return send(OK);
    }
    if (command.startsWith('RCPT TO')) {
      to = addressIn(line);
      const reply = script().recipient?.(to) ?? OK;
      isRefused = !reply.startsWith('2');
      return send(reply);
    }
    if (command === 'DATA') {
      if (isRefused) return send('503 5.5.1 no recipient');
      body = [];
      return send('354 go on');
    }
    if (command === 'QUIT') {
      send('221 bye');
      return void socket.end();
    }
    send(OK);
  };

  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    buffer += chunk.toString('utf8');
    for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      queue = queue.then(() => respond(line));
    }
  });
  const greeting = script().greeting;
  const text = greeting ? greeting() : '220 scripted ESMTP';
  if (text !== null) send(text);
};

/** An SMTP server whose responses the test defines, for faults that a real server does not have. */
export const startScriptedSmtp = async (first: SmtpScript = {}) => {
  let script = first;
  const received: ReceivedMessage[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve({ socket, script: () => script, received });
  });
  const host = uniqueLoopbackAddress();
  const listen = async (port: number): Promise<void> => {
    server.listen(port, host);
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  return {
    url: `smtp://${host}:${port}`,
    /** Every message that was received completely, accepted or not, in the order of arrival. */
    received,
    setScript: (next: SmtpScript) => {
      script = next;
    },
    connections: () => sockets.size,
    stop,
    /** Listens on the same port again. */
    start: () => listen(port),
  };
};
export type ScriptedSmtp = Awaited<ReturnType<typeof startScriptedSmtp>>;
