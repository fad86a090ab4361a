import { describe, expect, test } from '@jest/globals';
import { internalSettings } from '@stagereel/service-kit/testing';
import { loadNotifyConfig } from './config.ts';

describe('MAIL_FROM', () => {
  test.each([
    [undefined, { name: 'StageReel', address: 'no-reply@stagereel.example' }],
    ['ステージリール <mail@shop.example.jp>', { name: 'ステージリール', address: 'mail@shop.example.jp' }],
    ['mail@shop.example.jp', { name: '', address: 'mail@shop.example.jp' }],
  ])('when it is %s, then name and address are parsed', (MAIL_FROM, sender) => {
    expect(loadNotifyConfig({ MAIL_FROM }).MAIL_FROM).toEqual(sender);
  });

  test.each(['StageReel', 'StageReel <no address>', 'a <b@c.jp> d', 'x\r\nBcc: a@b.jp <c@d.jp>'])(
    'when it is %j, then loading fails',
    (MAIL_FROM) => {
      expect(() => loadNotifyConfig({ MAIL_FROM })).toThrow(/MAIL_FROM: must be a sender/);
    },
  );
});

describe('SMTP_URL', () => {
  test('when it is not an SMTP URL, then loading fails', () => {
    expect(() => loadNotifyConfig({ SMTP_URL: 'http://mail.example.jp' })).toThrow(/SMTP_URL/);
  });

  test('when it is missing in production, then loading fails', () => {
    expect(() => loadNotifyConfig({ NODE_ENV: 'production', ...internalSettings('a-secret-of-its-own') })).toThrow(
      /SMTP_URL: must name the mail server/,
    );
  });

  test.each([
    ['production', '', '?requireTLS=true'],
    ['production', '?requireTLS=false', '?requireTLS=false'],
    ['development', '', ''],
    ['development', '?requireTLS=true', '?requireTLS=true'],
  ])('when it runs in %s and its parameters are "%s", then they become "%s"', (NODE_ENV, given, expected) => {
    const env = { NODE_ENV, ...internalSettings('a-secret-of-its-own'), SMTP_URL: `smtp://mail.example.jp${given}` };
    expect(loadNotifyConfig(env).SMTP_URL).toBe(`smtp://mail.example.jp${expected}`);
  });
});
