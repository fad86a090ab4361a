// Runs the mailbox: node mailbox-process.mjs <smtp port> <web port> <folder for the mails>
import { createRequire } from 'node:module';

// maildev has no types, so it is not imported.
const load = createRequire(import.meta.url);
const MailDev = load('maildev');
const mailServer = load('maildev/lib/mailserver');

const host = '127.0.0.1';
const [smtp, web, mailDirectory] = process.argv.slice(2);

// Once it listens, maildev 2.2.0 reads an undeclared variable of this name and would crash.
Object.assign(globalThis, { host });

// It stops by itself on SIGTERM.
const mailbox = new MailDev({ ip: host, smtp, web, webIp: host, mailDirectory, hideExtensions: [] });
// Mobile carriers issued addresses such as a..b@docomo.ne.jp, which are quoted in SMTP. The strict parser refuses even that.
mailServer.smtp.options.lenientAddressParsing = true;
// It does not offer STARTTLS, but accepts the command and would crash in the handshake, because it has no certificate.
mailServer.smtp.options.disabledCommands.push('STARTTLS');
mailbox.listen();
