// Runs the mailbox: node mailbox-process.mjs <smtp port> <web port> <folder of the mails>
import { createRequire } from 'node:module';

// It has no types, so it is not imported.
const load = createRequire(import.meta.url);
const MailDev = load('maildev');
const mailServer = load('maildev/lib/mailserver');

const host = '127.0.0.1';
const [smtp, web, mailDirectory] = process.argv.slice(2);

// maildev 2.2.0 reads an undeclared variable of this name once it listens, and ends by that.
Object.assign(globalThis, { host });

// It ends itself properly on SIGTERM.
const mailbox = new MailDev({ ip: host, smtp, web, webIp: host, mailDirectory, hideExtensions: [] });
// Carriers gave out addresses as a..b@docomo.ne.jp, which travel in quotes; the strict check of its SMTP server refuses even that.
mailServer.smtp.options.lenientAddressParsing = true;
mailbox.listen();
