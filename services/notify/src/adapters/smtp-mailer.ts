import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Sender } from '../config.ts';
import type { Handover, Letter, Mailer } from '../domain/ports.ts';
import { smtpFailure } from './smtp-failure.ts';

type SmtpOptions = {
  url: string;
  from: Sender;
  /** Connections kept open at most; one letter goes over each at a time. */
  connections: number;
  /** Whole time for one letter, in ms. */
  sendWithinMs: number;
};

/** Silence, in ms, after which a connection is given up. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

const HEADERS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', 'Content-Language': 'ja' };

/** Sends letters over a pool of SMTP connections. Recipients stand in the envelope alone, users' texts in the body alone: no header holds either. */
export const createSmtpMailer = (options: SmtpOptions): Mailer & { close: () => void } => {
  const { url, from, connections, sendWithinMs } = options;
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: 100,
    maxRequeues: 2,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  const contents = new Map<string, Readable>();
  transport.use('stream', (mail, done) => {
    const { message } = mail;
    const open = message.createReadStream.bind(message);
    message.createReadStream = (given) => {
      const content = open(given);
      contents.set(message.messageId(), content);
      return content;
    };
    done();
  });

  return {
    send: async (letter: Letter): Promise<Handover> => {
      try {
        await transport.sendMail({
          ...letter,
          from,
          envelope: { from: from.address, to: [letter.to] },
          headers: HEADERS,
          signal: AbortSignal.timeout(sendWithinMs),
        });
        return { outcome: 'accepted' };
      } catch (error) {
        return smtpFailure({ error, hasBegun: contents.get(letter.messageId)?.readableDidRead ?? false });
      } finally {
        contents.delete(letter.messageId);
      }
    },
    close: () => transport.close(),
  };
};
