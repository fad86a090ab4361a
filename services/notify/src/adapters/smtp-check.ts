import { createTransport } from 'nodemailer';

const CHECK_WITHIN_MS = 5000;

/** Greets the mail server, signs in where it asks for it, and says goodbye. Rejects when that takes more than 5 s or fails. */
export const createSmtpCheck = (url: string) => {
  const transport = createTransport({
    url,
    connectionTimeout: CHECK_WITHIN_MS,
    greetingTimeout: CHECK_WITHIN_MS,
    dnsTimeout: CHECK_WITHIN_MS,
    socketTimeout: CHECK_WITHIN_MS,
  });
  return async (): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the mail server did not answer in time')), CHECK_WITHIN_MS);
    });
    try {
      await Promise.race([transport.verify(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
};
