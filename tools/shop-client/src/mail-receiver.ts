import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { CODE_SUBJECT, codeIn, type Mail, type Mailbox } from './mailbox.ts';

const WAIT_MS = 45_000;

type Waiter = { isWanted: (mail: Mail) => boolean; resolve: (mail: Mail) => void };

/** Mails in memory, by address. Whoever waits for one is told at once, so that thousands of visitors poll nothing. */
const createMailStore = (): { mailbox: Mailbox; add: (mail: Mail) => void } => {
  const mails: Mail[] = [];
  const byAddress = new Map<string, Mail[]>();
  const waiters = new Map<string, Set<Waiter>>();
  const of = (address: string): Mail[] => byAddress.get(address) ?? [];

  const waitFor: Mailbox['waitFor'] = async ({ to, subject = /./, except = new Set<string>(), timeoutMs = WAIT_MS }) => {
    const isWanted = (mail: Mail): boolean => subject.test(mail.subject) && !except.has(mail.id);
    const found = of(to).findLast(isWanted);
    if (found) return found;
    return new Promise((resolve, reject) => {
      const waiting = waiters.get(to) ?? new Set();
      waiters.set(to, waiting);
      const end = (): void => {
        clearTimeout(timer);
        waiting.delete(waiter);
        if (waiting.size === 0) waiters.delete(to);
      };
      const waiter: Waiter = {
        isWanted,
        resolve: (mail) => {
          end();
          resolve(mail);
        },
      };
      const timer = setTimeout(() => {
        end();
        reject(new Error(`No mail to ${to} with a subject like ${subject} within ${timeoutMs} ms`));
      }, timeoutMs);
      waiting.add(waiter);
    });
  };

  return {
    add: (mail) => {
      mails.push(mail);
      for (const { address } of mail.to) {
        byAddress.set(address, [...of(address), mail]);
        for (const waiter of [...(waiters.get(address) ?? [])]) if (waiter.isWanted(mail)) waiter.resolve(mail);
      }
    },
    mailbox: {
      all: async () => mails,
      to: async (address) => of(address),
      idsOf: async (address) => new Set(of(address).map(({ id }) => id)),
      waitFor,
      waitForCode: async (wanted) => codeIn(await waitFor({ subject: CODE_SUBJECT, ...wanted })),
    },
  };
};

export type MailReceiver = { smtpUrl: string; mailbox: Mailbox; stop: () => Promise<void> };

/**
 * Receives all mails of a shop, and keeps them in memory with their exact time. The development mailbox is too slow for thousands of mails.
 * `onMail` also gets the bytes as they arrived.
 */
export const startMailReceiver = async (onMail: (mail: Mail, raw: Buffer) => void = () => undefined): Promise<MailReceiver> => {
  const store = createMailStore();
  let received = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    // It would look up the name of each client before it greets it.
    disableReverseLookup: true,
    onData: async (stream, session, done) => {
      try {
        const raw = await buffer(stream);
        const time = new Date();
        const { subject = '', text = '', messageId = '' } = await PostalMime.parse(raw);
        received += 1;
        const to = session.envelope.rcptTo.map(({ address }) => ({ address }));
        const mail = { id: String(received), subject, text, html: '', time, to, headers: { 'message-id': messageId } };
        store.add(mail);
        onMail(mail, raw);
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
  // A client that disconnects in the middle is no reason to stop.
  server.on('error', () => undefined);
  const { server: listener } = server;
  server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}?requireTLS=false`,
    mailbox: store.mailbox,
    stop: (): Promise<void> => new Promise((resolve) => server.close(() => resolve())),
  };
};
