/** @jsxRuntime automatic */
import { render } from 'react-email';
import type { Mail, Shop } from '../mails/mail.ts';
import { MailPage } from './mail-page.tsx';
import { plainText, singleLine } from './plain-text.ts';

export type RenderedMail = { subject: string; html: string; text: string };

type RenderInput<Data> = { mail: Mail<Data>; data: Data; shop: Shop; now: Date };

/** Renders a mail as HTML and plain text. */
export const renderMail = async <Data,>({ mail, data, shop, now }: RenderInput<Data>): Promise<RenderedMail> => {
  const content = mail.content({ data, shop, now });
  const subject = singleLine(mail.subject(data));
  const html = await render(<MailPage subject={subject} content={content} shop={shop} />);
  return { subject, html, text: plainText({ content, shop }) };
};
