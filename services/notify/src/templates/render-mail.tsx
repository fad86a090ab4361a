/** @jsxRuntime automatic */
import { render } from 'react-email';
import type { Mail, Shop } from '../mails/mail.ts';
import { MailPage } from './mail-page.tsx';
import { plainText } from './plain-text.ts';
import { singleLine } from './single-line.ts';

export type RenderedMail = { subject: string; html: string; text: string };

type RenderInput<Data> = { mail: Mail<Data>; data: Data; shop: Shop; now: Date };

/** A declared mail with its data, as a mail program gets it. */
export const renderMail = async <Data,>({ mail, data, shop, now }: RenderInput<Data>): Promise<RenderedMail> => {
  const content = mail.content({ data, shop, now });
  const subject = singleLine(mail.subject(data));
  const html = await render(<MailPage subject={subject} content={content} shop={shop} />);
  return { subject, html, text: plainText({ content, shop }) };
};
