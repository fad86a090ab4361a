import { describe, expect, it } from '@jest/globals';
import { mailDomainOf, mailText, mailtoHref } from './mail-links.ts';

const draft = { to: 'support@shop.example', subject: 'メールが届かない件', lines: ['お名前：山田 花子', '状況：'] };

/** Parses the address as a mail program does. */
const readBy = (href: string) => {
  const { pathname, searchParams } = new URL(href);
  return {
    to: decodeURIComponent(pathname),
    subject: searchParams.get('subject'),
    body: searchParams.get('body'),
    keys: [...searchParams.keys()],
  };
};

describe('mailtoHref', () => {
  it('when a mail is drafted, then a mail program reads it as it was (customer 2.40)', () => {
    expect(readBy(mailtoHref(draft))).toEqual({
      to: 'support@shop.example',
      subject: 'メールが届かない件',
      body: 'お名前：山田 花子\r\n状況：',
      keys: ['subject', 'body'],
    });
  });

  it('when a value holds what separates parts of an address, then it stays text', () => {
    const href = mailtoHref({ ...draft, subject: 'a&cc=thief@evil.example?x=1#y', lines: ['b&bcc=thief@evil.example', '50% + 50%'] });
    expect(readBy(href)).toEqual({
      to: 'support@shop.example',
      subject: 'a&cc=thief@evil.example?x=1#y',
      body: 'b&bcc=thief@evil.example\r\n50% + 50%',
      keys: ['subject', 'body'],
    });
  });

  it.each(['\r\n', '\n', '\r', '\u2028', '\u0000', '\u0085'])(
    'when a value holds the line end or control character %j, then no line begins there',
    (end) => {
      const href = mailtoHref({
        to: `support@shop.example${end}`,
        subject: `件名${end}Bcc: thief@evil.example`,
        lines: [`名前${end}Bcc: x`, '終わり'],
      });
      expect(readBy(href)).toMatchObject({
        to: 'support@shop.example',
        subject: '件名 Bcc: thief@evil.example',
        body: '名前 Bcc: x\r\n終わり',
      });
    },
  );

  it('when a value holds half a surrogate pair, then the rest can still be sent', () => {
    expect(readBy(mailtoHref({ ...draft, lines: ['花\ud83d子', '🎥'] })).body).toBe('花 子\r\n🎥');
  });
});

describe('mailText', () => {
  it('when the mail is written by hand, then its lines are those of the draft', () => {
    expect(mailText({ ...draft, lines: ['一\r\n二', '三'] })).toBe('一 二\n三');
  });
});

describe('mailDomainOf', () => {
  it.each([
    ['no-reply@stagereel.example', 'stagereel.example'],
    ['No-Reply@Mail.StageReel.Example', 'mail.stagereel.example'],
    ['"a@b"@stagereel.example', 'stagereel.example'],
  ])('when the sender is %s, then its domain is %s', (address, domain) => {
    expect(mailDomainOf(address)).toBe(domain);
  });
});
