import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import { internalSettings, uniqueLoopbackAddress, useService } from '@stagereel/service-kit/testing';
import { SMTPServer } from 'smtp-server';
import { createSmtpCheck } from '../../src/adapters/smtp-check.ts';
import { createSmtpMailer } from '../../src/adapters/smtp-mailer.ts';
import { loadNotifyConfig } from '../../src/config.ts';
import { newAddress } from '../support/events.ts';
import { startScriptedSmtp } from '../support/scripted-smtp.ts';

/** A real mail server, with a certificate that nobody trusts. The mailbox uses the same server, without a certificate. */
const startSecureSmtp = async () => {
  const received: { isEncrypted: boolean; raw: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    // Without a warning about its built-in certificate.
    logger: false,
    onData: (stream, { secure }, done) => {
      text(stream).then((raw) => {
        received.push({ isEncrypted: secure, raw });
        done();
      }, done);
    },
  });
  // A client that refuses the certificate closes the connection, which is an error of the server.
  server.on('error', () => undefined);
  const host = uniqueLoopbackAddress();
  const listening = server.listen(0, host);
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return { url: `smtp://${host}:${port}`, received, stop: () => new Promise<void>((resolve) => server.close(resolve)) };
};

const plain = useService(startScriptedSmtp);
const secure = useService(startSecureSmtp);
afterEach(() => plain.setScript({}));

/** Sends a letter with production's settings. */
const sendInProduction = async (env: { SMTP_URL: string }) => {
  const config = loadNotifyConfig({ NODE_ENV: 'production', ...internalSettings('a-secret-of-its-own'), ...env });
  const url = config.SMTP_URL;
  const mailer = createSmtpMailer({ url, from: config.MAIL_FROM, connections: 1, timeoutMs: 30_000 });
  const to = newAddress();
  const result = await mailer.send({ to, messageId: `<${to}>`, subject: 'Subject', html: '<p>Text</p>', text: 'Text' });
  mailer.close();
  const isActive = await createSmtpCheck(url)().then(
    () => true,
    () => false,
  );
  return { to, result, isActive };
};

describe('a mail server without STARTTLS', () => {
  /** Starts to count the sign-ins, which reveal the password. */
  const countSignIns = () => {
    let signIns = 0;
    plain.setScript({
      auth: () => {
        signIns += 1;
        return '235 2.7.0 ok';
      },
    });
    return () => signIns;
  };
  const withPassword = () => plain.url.replace('smtp://', 'smtp://user:s3cret@');

  test.each(['', '?ignoreTLS=true', '?opportunisticTLS=true'])(
    'when production connects to smtp://…%s, then neither the password nor a mail is sent, and the mail can be retried',
    async (parameters) => {
      const signIns = countSignIns();
      const { to, result, isActive } = await sendInProduction({ SMTP_URL: `${withPassword()}${parameters}` });
      expect(result).toMatchObject({ outcome: 'unavailable', isUnclear: false });
      expect(isActive).toBe(false);
      expect([signIns(), plain.received.filter((message) => message.to === to)]).toEqual([0, []]);
    },
  );

  test('when its URL does not require STARTTLS, then the mail is sent', async () => {
    const signIns = countSignIns();
    const { to, result, isActive } = await sendInProduction({ SMTP_URL: `${withPassword()}?requireTLS=false` });
    expect([result.outcome, isActive, plain.received.map((message) => message.to)]).toEqual(['accepted', true, [to]]);
    expect(signIns()).toBe(2);
  });
});

describe('a mail server with STARTTLS', () => {
  test('when its certificate is not trusted, then production sends nothing', async () => {
    const { result, isActive } = await sendInProduction({ SMTP_URL: secure.url });
    expect(result).toMatchObject({ outcome: 'unavailable', reason: expect.stringContaining('certificate') });
    expect([isActive, secure.received]).toEqual([false, []]);
  });

  test('when its certificate is accepted, then the mail is sent over the encrypted connection', async () => {
    const { to, result, isActive } = await sendInProduction({ SMTP_URL: `${secure.url}?tls.rejectUnauthorized=false` });
    expect([result, isActive]).toEqual([{ outcome: 'accepted' }, true]);
    expect(secure.received).toEqual([{ isEncrypted: true, raw: expect.stringContaining(`To: ${to}`) }]);
  });
});
