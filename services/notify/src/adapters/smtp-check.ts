import { withTimeout } from '@stagereel/service-kit';
import { createTransport } from 'nodemailer';

const TIMEOUT_MS = 5000;

/** Connects to the mail server, signs in if the URL has credentials, and disconnects. Rejects if that fails or takes more than 5 s. */
export const createSmtpCheck = (url: string) => {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return async (): Promise<void> => {
    await withTimeout(transport.verify(), TIMEOUT_MS);
  };
};
