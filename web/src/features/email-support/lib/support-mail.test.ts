import { describe, expect, it } from '@jest/globals';
import { mailtoHref } from '../../../lib/mail-links.ts';
import { supportMailTo } from './support-mail.ts';

const SUPPORT = 'support@shop.example';

const bodyOf = (attempt: Parameters<typeof supportMailTo>[1]): string[] =>
  String(new URL(mailtoHref(supportMailTo(SUPPORT, attempt))).searchParams.get('body')).split('\r\n');

describe('supportMailTo', () => {
  it('when somebody tried to register, then the mail names the address and the name they tried (customer 2.40)', () => {
    const body = bodyOf({ email: 'hanako@example.jp', name: '山田 花子' });
    expect(body).toContain('入力したメールアドレス：hanako@example.jp');
    expect(body).toContain('お名前：山田 花子');
  });

  it('when nothing is known, then the mail leaves room for both', () => {
    const body = bodyOf(null);
    expect(body).toContain('入力したメールアドレス：');
    expect(body).toContain('お名前：');
  });

  it('when what the browser kept holds line ends, then they add neither a line nor a header', () => {
    const attempt = { email: 'a@example.jp\r\nBcc: all@example.jp', name: '花子\r\n\r\n<p>' };
    expect(bodyOf(attempt)).toHaveLength(bodyOf(null).length);
    expect(bodyOf(attempt)).toContain('入力したメールアドレス：a@example.jp Bcc: all@example.jp');
    expect([...new URL(mailtoHref(supportMailTo(SUPPORT, attempt))).searchParams.keys()]).toEqual(['subject', 'body']);
  });
});
