import { describe, expect, test } from '@jest/globals';
import { mailboxLinkOf } from './mailbox-link.ts';

const iphone = { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)', maxTouchPoints: 5 };
const ipad = { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', maxTouchPoints: 5 };
const mac = { ...ipad, maxTouchPoints: 0 };
const android = { userAgent: 'Mozilla/5.0 (Linux; Android 16; Pixel 9)', maxTouchPoints: 5 };

const hrefOf = (email: string, device: typeof mac) => mailboxLinkOf({ email, device })?.href ?? null;

describe('mailboxLinkOf', () => {
  test.each([
    ['taro@gmail.com', 'https://mail.google.com/mail/'],
    ['taro@YAHOO.co.jp', 'https://mail.yahoo.co.jp/'],
    ['taro@outlook.jp', 'https://outlook.live.com/mail/'],
    ['taro@hotmail.co.jp', 'https://outlook.live.com/mail/'],
    ['taro@me.com', 'https://www.icloud.com/mail/'],
    ['taro@gmail.com.example.jp', null],
    ['taro@notgmail.com', null],
    ['taro@docomo.ne.jp', null],
  ])('when the address is %s on a desk, then its webmail is %s', (email, href) => {
    expect(hrefOf(email, mac)).toBe(href);
  });

  test('when the device is an iPhone or iPad, then its mail app opens', () => {
    for (const device of [iphone, ipad]) expect(hrefOf('taro@docomo.ne.jp', device)).toBe('message://');
    expect(mailboxLinkOf({ email: 'taro@docomo.ne.jp', device: iphone })?.label).toBe('メールアプリを開く');
  });

  test('when the device is an Android phone, then the webmail opens, or the mail app', () => {
    expect(hrefOf('taro@gmail.com', android)).toBe('https://mail.google.com/mail/');
    expect(hrefOf('taro@docomo.ne.jp', android)).toBe('mailto:');
  });
});
