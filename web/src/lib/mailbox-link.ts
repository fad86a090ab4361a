import { mailDomainOf } from './mail-links.ts';

/** A way to open the mails of an address. `isApp`: it opens an app of the phone and no page. */
export type MailboxLink = { href: string; label: string; isApp: boolean };

const webmails = [
  { domains: /^(gmail|googlemail)\.com$/, href: 'https://mail.google.com/mail/', label: 'Gmailを開く' },
  { domains: /^(yahoo\.co\.jp|ymail\.ne\.jp)$/, href: 'https://mail.yahoo.co.jp/', label: 'Yahoo!メールを開く' },
  { domains: /^((outlook|hotmail|live)\.(com|jp|co\.jp)|msn\.com)$/, href: 'https://outlook.live.com/mail/', label: 'Outlookを開く' },
  { domains: /^(icloud|me|mac)\.com$/, href: 'https://www.icloud.com/mail/', label: 'iCloudメールを開く' },
] as const;

const APP = 'メールアプリを開く';

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** An iPad calls itself a Mac. */
const isApple = ({ userAgent, maxTouchPoints }: Device): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

/**
 * The link that opens a customer's mails: on a phone its mail app, on a desktop the webmail of the address's provider. Null where nothing sensible can
 * be opened. Android has no address for the inbox; `mailto:` at least opens the app.
 */
export const mailboxLinkOf = ({ email, device }: { email: string; device: Device }): MailboxLink | null => {
  if (isApple(device)) return { href: 'message://', label: APP, isApp: true };
  const webmail = webmails.find(({ domains }) => domains.test(mailDomainOf(email)));
  if (/Android/.test(device.userAgent)) return { href: webmail?.href ?? 'mailto:', label: APP, isApp: webmail === undefined };
  return webmail ? { href: webmail.href, label: webmail.label, isApp: false } : null;
};
