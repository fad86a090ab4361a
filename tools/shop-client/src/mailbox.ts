import { z } from 'zod';

/** A mail in the REST API of the development mailbox (maildev). */
const mailSchema = z.object({
  id: z.string(),
  subject: z.string().default(''),
  text: z.string().default(''),
  html: z.string().default(''),
  time: z.coerce.date(),
  to: z.array(z.object({ address: z.string() })).default([]),
  headers: z.record(z.string(), z.unknown()).default({}),
});
export type Mail = z.infer<typeof mailSchema>;

type Wanted = {
  to: string;
  subject?: RegExp;
  /** Ids of earlier mails, from {@link Mailbox.idsOf}. Times cannot tell them apart, because the mailbox keeps whole seconds only. */
  except?: ReadonlySet<string>;
  timeoutMs?: number;
};

const POLL_MS = 100;

export type Mailbox = {
  all: () => Promise<Mail[]>;
  /** Every mail to the address, oldest first. */
  to: (address: string) => Promise<Mail[]>;
  idsOf: (address: string) => Promise<ReadonlySet<string>>;
  /** Waits for a matching mail and returns the newest one. @throws after the timeout (45 s) */
  waitFor: (wanted: Wanted) => Promise<Mail>;
  /** Waits for a mail with a code to the address and returns the six digits. */
  waitForCode: (wanted: Wanted) => Promise<string>;
};

export const CODE_SUBJECT = /認証コード/;

/** The six digits in a mail with a code. */
export const codeIn = ({ subject, text }: Mail): string => {
  const code = /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0];
  if (!code) throw new Error(`The mail "${subject}" has no code`);
  return code;
};

export const openMailbox = (url: string): Mailbox => {
  /** `query`: required values by the dotted path of their field. */
  const read = async (query: Record<string, string> = {}): Promise<Mail[]> => {
    const response = await fetch(new URL(`/email?${new URLSearchParams(query)}`, url), { signal: AbortSignal.timeout(10_000) });
    const mails = z.array(mailSchema).parse(await response.json());
    return mails.sort((a, b) => a.time.getTime() - b.time.getTime());
  };
  // Filtered by the mailbox, because this is polled and all mails of a long run are megabytes.
  const to = (address: string): Promise<Mail[]> => read({ 'to.address': address });

  const waitFor = async ({ to: address, subject = /./, except = new Set<string>(), timeoutMs = 45_000 }: Wanted): Promise<Mail> => {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const isMatch = ({ id, subject: text }: Mail): boolean => subject.test(text) && !except.has(id);
      const found = (await to(address)).filter(isMatch).at(-1);
      if (found) return found;
      if (Date.now() > deadline) throw new Error(`No mail to ${address} with a subject like ${subject} within ${timeoutMs} ms`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };

  return {
    all: () => read(),
    to,
    idsOf: async (address) => new Set((await to(address)).map(({ id }) => id)),
    waitFor,
    waitForCode: async (wanted) => codeIn(await waitFor({ subject: CODE_SUBJECT, ...wanted })),
  };
};
