import type { Readable } from 'node:stream';
import { inSpan } from '@stagereel/service-kit';
import { createTransport } from 'nodemailer';
import type { Sender } from '../config.ts';
import type { Letter, Mailer, SendOutcome } from '../domain/mail/mailer.ts';

/** The properties of nodemailer's errors that are used here: https://nodemailer.com/errors/ */
type SmtpError = { code?: unknown; command?: unknown; responseCode?: unknown; permanent?: unknown };

const smtpErrorOf = (error: unknown): SmtpError => (typeof error === 'object' && error !== null ? error : {});

/** A 5xx response to these commands refuses the letter. A 5xx to the sign-in or the sender is a configuration error, which can be fixed. */
const LETTER_COMMANDS = ['RCPT TO', 'DATA'];

type Failure = { error: unknown; hasBegun: boolean };

/** Classifies a failed attempt. `hasBegun`: part of the letter was sent to the server. */
const outcomeOf = ({ error, hasBegun }: Failure): SendOutcome => {
  const { code, command, responseCode, permanent } = smtpErrorOf(error);
  const reason = error instanceof Error ? error.message : String(error);
  const hasResponse = typeof responseCode === 'number';
  const isInvalid = code === 'EENVELOPE' && command === 'API';
  if (isInvalid || (hasResponse && permanent === true && LETTER_COMMANDS.some((each) => each === command))) {
    return { outcome: 'refused', reason };
  }
  return { outcome: 'unavailable', reason, isUnclear: hasBegun && !hasResponse };
};

type SmtpOptions = {
  url: string;
  from: Sender;
  /** The size of the connection pool; each connection sends one letter at a time. */
  connections: number;
  /** Timeout for one letter, in ms. */
  timeoutMs: number;
};

const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 20_000;

const HEADERS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', 'Content-Language': 'ja' };

/**
 * Sends letters over a pool of SMTP connections. Recipients are only in the envelope and users' texts only in the body, so that neither can
 * inject a header.
 */
export const createSmtpMailer = (options: SmtpOptions): Mailer & { close: () => void } => {
  const { url, from, connections, timeoutMs } = options;
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: 100,
    maxRequeues: 2,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: IDLE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  // nodemailer's errors do not say whether a part of the letter was sent, so the stream of its content is observed.
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
    send: async (letter: Letter): Promise<SendOutcome> => {
      try {
        await inSpan({ name: 'send mail', kind: 'CLIENT' }, () =>
          transport.sendMail({
            ...letter,
            from,
            envelope: { from: from.address, to: [letter.to] },
            headers: HEADERS,
            // Japanese text is a third smaller than as quoted-printable, and costs less CPU time.
            textEncoding: 'base64',
            signal: AbortSignal.timeout(timeoutMs),
          }),
        );
        return { outcome: 'accepted' };
      } catch (error) {
        return outcomeOf({ error, hasBegun: contents.get(letter.messageId)?.readableDidRead ?? false });
      } finally {
        contents.delete(letter.messageId);
      }
    },
    close: () => transport.close(),
  };
};
