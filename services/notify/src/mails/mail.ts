import type { EventDefinition, MailTemplate } from '@stagereel/contracts';
import type { z } from 'zod';
import type { MailContent } from './content.ts';

/** `publicUrl`: the shop's URL for browsers. */
export type Shop = { publicUrl: string };

/** A mail as a declaration: the event that causes it, its recipient, its content, and samples for previews and tests. */
export type Mail<Data = unknown> = {
  template: MailTemplate;
  event: EventDefinition<string, z.ZodType<Data>>;
  recipient: (data: Data) => string;
  /** The shop promised to delete the address: it is not stored with the mail, and not in its events. */
  isRecipientForgotten?: boolean;
  orderNumber: (data: Data) => string | null;
  /** When the mail becomes useless; null for never. If a mail that expires is refused, it does not become a dead letter. */
  expiresAt: (data: Data) => Date | null;
  /** The time of the delivery that the mail is about: it is not sent once that delivery is recalled. */
  deliveredAt?: (data: Data) => string;
  subject: (data: Data) => string;
  /** `now`: the time of rendering, for example to detect an expired page. */
  content: (input: { data: Data; shop: Shop; now: Date }) => MailContent;
  /** Name → data, for `npm run mails:preview` and the tests. */
  samples: Readonly<Record<string, Data>>;
};

export const defineMail = <Schema extends z.ZodType>(
  mail: Omit<Mail<z.infer<Schema>>, 'event'> & { event: EventDefinition<string, Schema> },
): Mail<z.infer<Schema>> => mail as Mail<z.infer<Schema>>;
