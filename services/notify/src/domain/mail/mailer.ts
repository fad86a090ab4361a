/** A rendered mail. */
export type Letter = { to: string; messageId: string; subject: string; html: string; text: string };

/** How the mail server responded to a letter. */
export type SendOutcome =
  | { outcome: 'accepted' }
  /** Permanent: the server will never accept this letter. */
  | { outcome: 'refused'; reason: string }
  /** Temporary. `isUnclear`: the connection broke while the letter was sent, so the server may have accepted it. */
  | { outcome: 'unavailable'; reason: string; isUnclear: boolean };

export type Mailer = { send: (letter: Letter) => Promise<SendOutcome> };

export type FailureReason = 'expired' | 'refused' | 'unavailable';

export type MailMetrics = {
  sent: (input: { template: string; secondsSinceEvent: number }) => void;
  failed: (input: { template: string; reason: FailureReason }) => void;
  /** The recipient may receive this mail twice. */
  repeatPossible: (cause: 'takeover' | 'unclear') => void;
};
