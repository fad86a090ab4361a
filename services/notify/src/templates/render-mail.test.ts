import { describe, expect, test } from '@jest/globals';
import { previewOf, render } from '../../test/support/rendering.ts';
import { mailCatalogue, orderConfirmationMail, orderDeliveryMail } from '../mails/index.ts';
import type { Mail } from '../mails/mail.ts';

/** Gmail truncates larger mails. */
const GMAIL_MAX_BYTES = 102 * 1024;

const confirmation = orderConfirmationMail.samples['two-videos']!;
const delivery = orderDeliveryMail.samples['two-videos']!;

/** The visible text of the HTML, without spaces. */
const shownText = (html: string): string => html.replace(/^.*<body/s, '').replace(/<!--.*?-->|<[^>]*>|\s/gs, '');
/** A line without what only plain text has: bullets, and labels that the HTML shows as a column. */
const withoutMarks = (line: string): string => line.trim().replace(/^(■ |・|\d+\. |価格: |-+$)/, '');

describe('HTML', () => {
  const all = mailCatalogue.flatMap((mail) =>
    Object.keys(mail.samples).map((sample) => [`${mail.template} ${sample}`, mail as Mail, sample] as const),
  );
  test.each(all)(
    'when %s is rendered, then it is Japanese, has both colour schemes, and loads no images, scripts or other files',
    async (_, mail, sample) => {
      const { html, subject } = await render({ mail, data: mail.samples[sample] });
      expect(html).toMatch(/^<!DOCTYPE html[^>]*><html dir="ltr" lang="ja">/);
      expect(html).not.toContain('lang="en"');
      expect(html.match(/<title>.*?<\/title>/g)).toEqual([`<title>${subject}</title>`]);
      expect(html).toContain('prefers-color-scheme: dark');
      expect(html).toContain('name="color-scheme" content="light dark"');
      expect(html).not.toMatch(/<img|<script|<link|url\(/);
      expect(previewOf(html)).not.toBe('');
    },
  );

  test.each(all)('when %s is rendered, then HTML and text have the same content', async (_, mail, sample) => {
    const { html, text } = await render({ mail, data: mail.samples[sample] });
    const shown = shownText(html);
    const parts = text.split('\n').flatMap((line) => withoutMarks(line).split(/: |:$/));
    expect(parts.filter((part) => !part.startsWith('http') && !shown.includes(part.replaceAll(' ', '')))).toEqual([]);
    const urls = parts.filter((part) => part.startsWith('http'));
    expect(urls.filter((url) => !html.includes(`href="${url.replaceAll('&', '&amp;')}"`))).toEqual([]);
  });

  test('when an order is delivered, then button and plain link have the same URL', async () => {
    const { html } = await render({ mail: orderDeliveryMail, data: delivery });
    const url = `https://shop.example.jp/download/${delivery.pageId}`;
    expect(html.split(`href="${url}"`)).toHaveLength(3);
    expect(html).toContain(`>${url}</a>`);
  });

  test('when an order has the maximum number of lines, then the mail is smaller than Gmail’s limit', async () => {
    const [, , longest] = orderConfirmationMail.samples['three-videos-long-names']!.lines;
    const lines = Array.from({ length: 50 }, () => longest!);
    const { html } = await render({ mail: orderConfirmationMail, data: { ...confirmation, lines } });
    expect(html.split('（Maximilian-Alexander')).toHaveLength(51);
    expect(Buffer.byteLength(html)).toBeLessThan(GMAIL_MAX_BYTES);
  });
});

describe('texts that users entered', () => {
  const evil = '<b onclick="x()">太郎</b> & "co"';

  test('when a name contains HTML, then it is escaped', async () => {
    const { html, text } = await render({ mail: orderConfirmationMail, data: { ...confirmation, customerName: evil } });
    expect(html).toContain('&lt;b onclick=&quot;x()&quot;&gt;太郎&lt;/b&gt; &amp; &quot;co&quot; 様');
    expect(html).not.toContain('<b onclick');
    expect(text).toContain(`${evil} 様`);
  });

  test('when a name contains line breaks and bidirectional characters, then they start no new lines', async () => {
    const lines = confirmation.lines.map((line) => ({ ...line, athleteName: 'あ\r\n合計: ¥1\u2028い\u202eう' }));
    const data = { ...confirmation, orderNumber: '48213907\r\nBcc: x@example.jp', customerName: '太郎\r\n\r\n■ お知らせ', lines };
    const { subject, text } = await render({ mail: orderConfirmationMail, data });
    expect(subject).toBe('【StageReel】ご注文ありがとうございます（注文番号 48213907 Bcc: x@example.jp）');
    expect(text).toContain('太郎 ■ お知らせ 様');
    expect(text).toContain('   ゼッケン番号: 012（あ 合計: ¥1 い う）');
    expect(text.split('\n').filter((line) => /^(合計: ¥1|■ お知らせ|Bcc)/.test(line))).toEqual([]);
  });

  test('when a page id contains special characters, then they are encoded in the URL', async () => {
    const { text } = await render({ mail: orderDeliveryMail, data: { ...delivery, pageId: '../x?y=1#z' } });
    expect(text).toContain('https://shop.example.jp/download/..%2Fx%3Fy%3D1%23z\n');
  });
});
