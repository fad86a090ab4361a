import type { EmailStatus } from '@stagereel/contracts';

export type EmailStatusDeps = {
  /** Greets the mail server and signs in; rejects when it does not answer. */
  verify: () => Promise<void>;
  senderEmail: string;
  smtpServer: string;
  now: () => Date;
  /** How long an outcome is passed on before the server is asked again. */
  keepMs: number;
};

export type EmailStatusSource = () => Promise<EmailStatus>;

/** The state of the mail service from a real SMTP check: one at a time however many ask, and its outcome kept for a while. */
export const createEmailStatus = (deps: EmailStatusDeps): EmailStatusSource => {
  const { verify, senderEmail, smtpServer, now, keepMs } = deps;
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
    if (latest && now().getTime() - new Date(latest.timestamp).getTime() < keepMs) return latest;
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  };
};
