import type { EventEnvelope } from '@stagereel/contracts';

/** Limits how often admins resend mails. */
export type MailLimits = {
  /** Counts one mail of an order. @throws AppError MailResendLimitReached */
  countResend: (orderId: string) => Promise<void>;
};

/** Records CSV exports for the audit log. */
export type ExportLog = {
  /** Stores the audit event until it is published. */
  add: (entry: { at: Date; event: EventEnvelope }) => Promise<void>;
};
