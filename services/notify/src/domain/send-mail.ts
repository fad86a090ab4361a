import { type EventEnvelope, emailSchema, mailFailed, mailSent } from '@stagereel/contracts';
import { createEvent, type Logger } from '@stagereel/service-kit';
import type { Mail } from '../mails/mail.ts';
import { type MailFacts, mailFacts } from './mail-facts.ts';
import { persistently } from './persistently.ts';
import type { FailureReason, Handover, HeldMail, Letter, Mailer, MailMetrics, MailRecords, Recalls } from './ports.ts';

export type SendMailDeps = {
  records: MailRecords;
  recalls: Pick<Recalls, 'has'>;
  mailer: Mailer;
  render: <Data>(input: { mail: Mail<Data>; data: Data }) => Promise<Pick<Letter, 'subject' | 'html' | 'text'>>;
  metrics: MailMetrics;
  logger: Pick<Logger, 'info' | 'warn'>;
  /** The part of a Message-ID after the @. */
  domain: string;
  leaseMs: number;
  now: () => Date;
};

export type SendMailInput<Data> = {
  mail: Mail<Data>;
  event: EventEnvelope<Data>;
  /** No attempt follows by itself, so a failure of this one is told. */
  isLastAttempt: boolean;
};

export type SendMailOutcome =
  | { kind: 'sent' }
  | { kind: 'sent-before' }
  /** Another process is at it; worth a look after this many ms. */
  | { kind: 'held'; forMs: number }
  /** What it tells of was taken back. */
  | { kind: 'recalled' }
  | { kind: 'expired' }
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable'; reason: string };

/**
 * Sends the mail an event asks for, unless it is sent already. Where a process may die:
 * - before the claim: nothing happened, the broker delivers the event again;
 * - between claim and hand-over: the lease lapses, the redelivered event takes the record over and sends;
 * - between the server's 250 and the mark: the same, and the mail goes out a second time under the same Message-ID. SMTP has no
 *   way to rule this out (https://www.rfc-editor.org/rfc/rfc1047); every take-over counts as a possible repeat, because the dead cannot be asked.
 *   A connection that breaks between the text and the 250 leaves the same doubt and is counted too;
 * - after the mark: the redelivered event finds the mail sent, and the outbox in the record tells of it.
 */
export const sendMail = async <Data>(deps: SendMailDeps, input: SendMailInput<Data>): Promise<SendMailOutcome> => {
  const { mail, event, isLastAttempt } = input;
  const facts = mailFacts({ mail, event, domain: deps.domain });
  const claim = await deps.records.claim({ facts, now: deps.now(), leaseMs: deps.leaseMs });
  if (claim.state === 'sent') return { kind: 'sent-before' };
  if (claim.state === 'recalled') return { kind: 'recalled' };
  if (claim.state === 'held') return { kind: 'held', forMs: Math.max(claim.until.getTime() - deps.now().getTime(), 0) };

  if (await isRecalled(deps, { mail, event })) {
    await deps.records.markRecalled({ held: claim });
    deps.logger.info({ mailId: claim.id, template: facts.template }, 'mail not sent: its delivery was recalled');
    return { kind: 'recalled' };
  }

  const expiresAt = mail.expiresAt(event.data);
  if (expiresAt && expiresAt <= deps.now()) {
    await recordFailure(deps, { facts, held: claim, reason: 'expired', details: `worthless since ${expiresAt.toISOString()}` });
    return { kind: 'expired' };
  }

  if (claim.isTakeover) deps.metrics.repeatPossible('takeover');
  const handover = await handOver(deps, { mail, data: event.data, facts });
  if (handover.outcome === 'accepted') {
    await recordSent(deps, { facts, id: claim.id, event });
    return { kind: 'sent' };
  }

  const { outcome, reason: details } = handover;
  if (outcome === 'unavailable' && handover.isUnclear) deps.metrics.repeatPossible('unclear');
  if (outcome === 'refused' || isLastAttempt) await recordFailure(deps, { facts, held: claim, reason: outcome, details });
  else await deps.records.markWaiting({ held: claim, reason: details });
  return { kind: outcome, reason: details };
};

const isRecalled = async <Data>(
  { recalls }: SendMailDeps,
  { mail, event: { data } }: Pick<SendMailInput<Data>, 'mail' | 'event'>,
): Promise<boolean> => {
  const [orderNumber, deliveredAt] = [mail.orderNumber(data), mail.deliveredAt?.(data)];
  return orderNumber !== null && deliveredAt !== undefined && recalls.has({ orderNumber, deliveredAt: new Date(deliveredAt) });
};

type HandOver<Data> = { mail: Mail<Data>; data: Data; facts: MailFacts };

const handOver = async <Data>(deps: SendMailDeps, { mail, data, facts }: HandOver<Data>): Promise<Handover> => {
  if (!emailSchema.safeParse(facts.recipient).success) return { outcome: 'refused', reason: 'the recipient is no e-mail address' };
  try {
    const { subject, html, text } = await deps.render({ mail, data });
    return await deps.mailer.send({ to: facts.recipient, messageId: facts.messageId, subject, html, text });
  } catch (error) {
    return { outcome: 'unavailable', reason: String(error), isUnclear: false };
  }
};

type Told = Pick<MailFacts, 'causedBy' | 'template' | 'recipient' | 'orderNumber'>;
const told = ({ causedBy, template, recipient, orderNumber }: MailFacts): Told => ({ causedBy, template, recipient, orderNumber });

type Sent = { facts: MailFacts; id: string; event: EventEnvelope };

const recordSent = async (deps: SendMailDeps, { facts, id, event: cause }: Sent): Promise<void> => {
  const sentAt = deps.now();
  const event = createEvent(mailSent, { mailId: id, ...told(facts), messageId: facts.messageId, sentAt: sentAt.toISOString() });
  // The mail is out: worth more than one try, because without the mark it goes out again.
  await persistently(() => deps.records.markSent({ id, sentAt, event }));
  const secondsSinceEvent = (sentAt.getTime() - new Date(cause.occurredAt).getTime()) / 1000;
  deps.metrics.sent({ template: facts.template, secondsSinceEvent });
  deps.logger.info({ mailId: id, template: facts.template, messageId: facts.messageId }, 'mail sent');
};

type Failure = { facts: MailFacts; held: HeldMail; reason: FailureReason; details: string };

const recordFailure = async (deps: SendMailDeps, { facts, held, reason, details }: Failure): Promise<void> => {
  const failedAt = deps.now();
  const text = `${reason}: ${details}`;
  const event = createEvent(mailFailed, { mailId: held.id, ...told(facts), reason: text, failedAt: failedAt.toISOString() });
  const isWritten = await deps.records.markFailed({ held, reason: text, failedAt, event });
  if (!isWritten) return;
  deps.metrics.failed({ template: facts.template, reason });
  deps.logger.warn({ mailId: held.id, template: facts.template, reason: text }, 'mail failed');
};
