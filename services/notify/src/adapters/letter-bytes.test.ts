import { describe, expect, test } from '@jest/globals';
import MailComposer from 'nodemailer/lib/mail-composer';
import { letterBytes } from './letter-bytes.ts';

type Parts = { text?: string; html?: string };
const compile = (parts: Parts) =>
  new MailComposer({
    from: { name: 'ステージリール', address: 'shop@example.jp' },
    to: 'taro@example.jp',
    subject: `ご注文ありがとうございます${'、動画をお届けします'.repeat(5)}`,
    messageId: '<0123456789@example.jp>',
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'ja' },
    textEncoding: 'base64',
    ...parts,
  }).compile();

describe('the bytes of a letter', () => {
  // Of the last lines, one is full, one is short, and one ends with padding.
  test.each([1, 19, 20, 38, 57, 4000])(
    'when both parts are texts of %i characters, then they are those that nodemailer sends',
    async (length) => {
      const message = compile({ text: 'あ'.repeat(length), html: `<p>${'動画\n'.repeat(length)}.\r\n..\r\n</p>` });
      expect(letterBytes(message)?.toString()).toBe((await message.build()).toString());
    },
  );

  test('when a part is not sent as base64, or there is only one, then nodemailer makes them', () => {
    expect(letterBytes(compile({ text: 'plain', html: '<p>動画</p>' }))).toBeUndefined();
    expect(letterBytes(compile({ text: '動画' }))).toBeUndefined();
  });
});
