import type { Mail, Shop } from '../mails/mail.ts';
import { mailHtml } from './html.tsx';
import { plainText, singleLine } from './plain-text.ts';

export type RenderedMail = { subject: string; html: string; text: string };

type RenderInput<Data> = { mail: Mail<Data>; data: Data; shop: Shop; now: Date };

/** Renders a mail as HTML and plain text. */
export const renderMail = async <Data>({ mail, data, shop, now }: RenderInput<Data>): Promise<RenderedMail> => {
  const content = mail.content({ data, shop, now });
  const subject = singleLine(mail.subject(data));
  return { subject, html: await mailHtml({ subject, content, shop }), text: plainText({ content, shop }) };
};
