import type { EventDefinition, MailTemplate } from '@stagereel/contracts';
import type { z } from 'zod';
import type { MailContent } from './content.ts';

/** What mails know of the shop they come from. `publicUrl`: its address as a browser sees it. */
export type Shop = { publicUrl: string };

/** A mail as a declaration: the event that causes it, to whom it goes, what it says, and samples to look at. */
export type Mail<Data = unknown> = {
  template: MailTemplate;
  event: EventDefinition<string, z.ZodType<Data>>;
  recipient: (data: Data) => string;
  orderNumber: (data: Data) => string | null;
  /** When the mail stops being worth sending; null for never. Such a mail is not kept for an operator once it is refused. */
  expiresAt: (data: Data) => Date | null;
  /** Which delivery it tells of, by its time: it is not sent any more once that is recalled. Older events do not say so. */
  deliveredAt?: (data: Data) => string | undefined;
  subject: (data: Data) => string;
  /** `now`: when it is written, for what has come or passed by then. */
  content: (input: { data: Data; shop: Shop; now: Date }) => MailContent;
  /** Name → data, for `npm run mails:preview` and the tests. */
  samples: Readonly<Record<string, Data>>;
};

export const defineMail = <Schema extends z.ZodType>(
  mail: Omit<Mail<z.infer<Schema>>, 'event'> & { event: EventDefinition<string, Schema> },
): Mail<z.infer<Schema>> => mail as Mail<z.infer<Schema>>;
