import type { EmailStatus } from '@stagereel/contracts';

type EmailStatusOptions = {
  /** Connects and signs in to the mail server; rejects if that fails. */
  verify: () => Promise<void>;
  senderEmail: string;
  smtpServer: string;
  now: () => Date;
  /** How long a result is cached. */
  maxAgeMs: number;
};

export type ReadEmailStatus = () => Promise<EmailStatus>;

/** Whether the mail server works, by a real SMTP check. Concurrent requests share one check, and its result is cached. */
export const createEmailStatus = ({ verify, senderEmail, smtpServer, now, maxAgeMs }: EmailStatusOptions): ReadEmailStatus => {
  let latest: EmailStatus | undefined;
  let checking: Promise<EmailStatus> | undefined;

  const check = async (): Promise<EmailStatus> => {
    const emailServiceActive = await verify().then(
      () => true,
      () => false,
    );
    latest = { emailServiceActive, senderEmail, smtpServer, timestamp: now().toISOString() };
    return latest;
  };

  return async () => {
    if (latest && now().getTime() - new Date(latest.timestamp).getTime() < maxAgeMs) return latest;
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  };
};
