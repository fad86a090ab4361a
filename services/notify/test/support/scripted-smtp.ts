import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { ownLoopback } from '@stagereel/service-kit/testing';

export type ReceivedMessage = { from: string; to: string; raw: string; messageId: string; at: number };

/** What the server says; whatever is left out is a yes. */
export type SmtpScript = {
  /** undefined hangs up, null says nothing at all. */
  greeting?: () => string | undefined | null;
  auth?: () => string;
  recipient?: (address: string) => string;
  /** The answer to a whole message; undefined breaks the connection instead of answering. */
  message?: (message: ReceivedMessage) => string | undefined | Promise<string | undefined>;
};

const YES = '250 2.0.0 ok';
const addressIn = (command: string): string => /<([^>]*)>/.exec(command)?.[1] ?? '';

/** One client's conversation, line by line as RFC 5321 has it. */
const converse = (options: { socket: Socket; script: () => SmtpScript; received: ReceivedMessage[] }): void => {
  const { socket, script, received } = options;
  let buffer = '';
  let body: string[] | undefined;
  let from = '';
  let to = '';
  let isRefused = false;
  // Answers in order, also while a slow one is awaited.
  let turn: Promise<void> = Promise.resolve();
  const say = (line: string | undefined): void => {
    if (socket.destroyed) return;
    if (line === undefined) socket.destroy();
    else socket.write(`${line}\r\n`);
  };

  const finishMessage = async (lines: string[]): Promise<void> => {
    const raw = lines.map((line) => line.replace(/^\.\./, '.')).join('\r\n');
    const message = { from, to, raw, messageId: /^Message-ID: (.*)$/im.exec(raw)?.[1] ?? '', at: performance.now() };
    received.push(message);
    const { message: answer } = script();
    say(answer ? await answer(message) : YES);
  };

  const answer = async (line: string): Promise<void> => {
    if (body) {
      if (line !== '.') return void body.push(line);
      const lines = body;
      body = undefined;
      return finishMessage(lines);
    }
    const command = line.toUpperCase();
    if (command.startsWith('EHLO')) return say(script().auth ? '250-scripted\r\n250 AUTH PLAIN' : '250 scripted');
    if (command.startsWith('AUTH')) return say(script().auth?.() ?? YES);
    if (command.startsWith('MAIL FROM')) {
      from = addressIn(line);
      isRefused = false;
      return say(YES);
    }
    if (command.startsWith('RCPT TO')) {
      to = addressIn(line);
      const reply = script().recipient?.(to) ?? YES;
      isRefused = !reply.startsWith('2');
      return say(reply);
    }
    if (command === 'DATA') {
      if (isRefused) return say('503 5.5.1 no recipient');
      body = [];
      return say('354 go on');
    }
    if (command === 'QUIT') {
      say('221 bye');
      return void socket.end();
    }
    say(YES);
  };

  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    buffer += chunk.toString('utf8');
    for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      turn = turn.then(() => answer(line));
    }
  });
  const greeting = script().greeting;
  const words = greeting ? greeting() : '220 scripted ESMTP';
  if (words !== null) say(words);
};

/** An SMTP server on a real socket that does what the test says, for what a well-behaved one never does. */
export const startScriptedSmtp = async (first: SmtpScript = {}) => {
  let script = first;
  const received: ReceivedMessage[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    converse({ socket, script: () => script, received });
  });
  const host = ownLoopback();
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
    /** Every message that came whole, accepted or not, in the order of arrival. */
    received,
    play: (next: SmtpScript) => {
      script = next;
    },
    connections: () => sockets.size,
    stop,
    /** Listens again on the same port. */
    start: () => listen(port),
  };
};
export type ScriptedSmtp = Awaited<ReturnType<typeof startScriptedSmtp>>;
