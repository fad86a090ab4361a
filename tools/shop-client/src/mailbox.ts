import { z } from 'zod';

/** A mail as the development mailbox shows it. */
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
  /** Ids of mails that were there before, from {@link Mailbox.idsOf}: the mailbox's clock knows whole seconds only. */
  except?: ReadonlySet<string>;
  timeoutMs?: number;
};

const POLL_MS = 100;

export type Mailbox = {
  all: () => Promise<Mail[]>;
  /** Every mail to the address, oldest first. */
  to: (address: string) => Promise<Mail[]>;
  idsOf: (address: string) => Promise<ReadonlySet<string>>;
  /** The newest mail that fits, as soon as it is there. @throws after the time-out (45 s) */
  waitFor: (wanted: Wanted) => Promise<Mail>;
  /** The six digits of the newest code mail to the address. */
  waitForCode: (wanted: Wanted) => Promise<string>;
};

export const openMailbox = (url: string): Mailbox => {
  /** `query` names a field by dots, and what it must hold. */
  const read = async (query: Record<string, string> = {}): Promise<Mail[]> => {
    const response = await fetch(new URL(`/email?${new URLSearchParams(query)}`, url), { signal: AbortSignal.timeout(10_000) });
    const mails = z.array(mailSchema).parse(await response.json());
    return mails.sort((a, b) => a.time.getTime() - b.time.getTime());
  };
  // The mailbox itself picks them out: whoever waits asks again and again, and all mails of a long day are megabytes.
  const to = (address: string): Promise<Mail[]> => read({ 'to.address': address });

  const waitFor = async ({ to: address, subject = /./, except = new Set<string>(), timeoutMs = 45_000 }: Wanted): Promise<Mail> => {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const fits = ({ id, subject: text }: Mail): boolean => subject.test(text) && !except.has(id);
      const found = (await to(address)).filter(fits).at(-1);
      if (found) return found;
      if (Date.now() > deadline) throw new Error(`no mail to ${address} with a subject like ${subject} within ${timeoutMs} ms`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };

  return {
    all: () => read(),
    to,
    idsOf: async (address) => new Set((await to(address)).map(({ id }) => id)),
    waitFor,
    waitForCode: async (wanted) => {
      const mail = await waitFor({ subject: /認証コード/, ...wanted });
      const code = /(?<!\d)\d{6}(?!\d)/.exec(mail.text)?.[0];
      if (!code) throw new Error(`the mail "${mail.subject}" holds no code`);
      return code;
    },
  };
};
