import type { Handover } from '../domain/ports.ts';

/** What nodemailer tells of a failure, as far as it matters here: https://nodemailer.com/errors/ */
type SmtpError = { code?: unknown; command?: unknown; responseCode?: unknown; permanent?: unknown };

const factsOf = (error: unknown): SmtpError => (typeof error === 'object' && error !== null ? error : {});

/** Replies that judge this letter. A 5xx to the sign-in or the sender is a fault of the settings, which an operator mends. */
const ABOUT_THE_LETTER = ['RCPT TO', 'DATA'];

type Failure = { error: unknown; hasBegun: boolean };

/** Sorts a failed sending. `hasBegun`: part of the letter had been handed over. */
export const smtpFailure = ({ error, hasBegun }: Failure): Exclude<Handover, { outcome: 'accepted' }> => {
  const { code, command, responseCode, permanent } = factsOf(error);
  const reason = error instanceof Error ? error.message : String(error);
  const isAnswered = typeof responseCode === 'number';
  const isUndeliverable = code === 'EENVELOPE' && command === 'API';
  if (isUndeliverable || (isAnswered && permanent === true && ABOUT_THE_LETTER.some((about) => about === command))) {
    return { outcome: 'refused', reason };
  }
  return { outcome: 'unavailable', reason, isUnclear: hasBegun && !isAnswered };
};
