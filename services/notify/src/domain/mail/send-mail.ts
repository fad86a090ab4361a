import { type EventEnvelope, emailSchema, mailFailed, mailSent } from '@stagereel/contracts';
import { createEvent, retry } from '@stagereel/service-kit';
import type { Mail } from '../../mails/mail.ts';
import type { MailQueue, NotifyDeps } from '../deps.ts';
import { type Claim, type LeasedMail, type MailRecord, mailRecordOf } from './mail-record.ts';
import type { FailureReason, SendOutcome } from './mailer.ts';

const MARK_SENT_DELAYS_MS = [100, 400, 1600];

export type SendMailInput<Data> = {
  mail: Mail<Data>;
  event: EventEnvelope<Data>;
  queue: MailQueue;
  /** No automatic attempt follows, so a failure of this one is published. */
  isLastAttempt: boolean;
};

export type SendMailOutcome =
  | { kind: 'sent' }
  | { kind: 'already-sent' }
  /** Another process is sending the mail; its lease ends after this time. */
  | { kind: 'leased'; forMs: number }
  /** The delivery that the mail is about was recalled. */
  | { kind: 'recalled' }
  | { kind: 'expired' }
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable'; reason: string };

/**
 * Sends the mail for an event unless it is already sent. If the process crashes
 * - before the claim: the broker redelivers the event;
 * - between claim and sending: the lease expires, and the process that receives the redelivered event sends the mail;
 * - between the server's 250 response and markSent: the same, and the mail is sent twice with the same Message-ID. SMTP cannot prevent this
 *   (https://www.rfc-editor.org/rfc/rfc1047), so every takeover is counted as a possible repeat, as is a connection that breaks before the 250;
 * - after markSent: the redelivered event finds the mail sent, and its outbox publishes mail.sent if the mail is about an order.
 */
export const sendMail = async <Data>(deps: NotifyDeps, input: SendMailInput<Data>): Promise<SendMailOutcome> => {
  const { mail, event } = input;
  const record = mailRecordOf({ mail, event, messageIdDomain: deps.messageIdDomain });
  const claim = await deps.mails.claim({ record, now: deps.now(), leaseMs: deps.leaseMs });
  const forgotten = forgetErasedRecipient(deps, { record, at: new Date(event.occurredAt) });
  // A failure is thrown below, once the mail is sent.
  forgotten.catch(() => undefined);
  const outcome = await sendClaimed(deps, { ...input, record, claim });
  await forgotten;
  return outcome;
};

type ClaimedMail<Data> = SendMailInput<Data> & { record: MailRecord; claim: Claim };

const sendClaimed = async <Data>(deps: NotifyDeps, input: ClaimedMail<Data>): Promise<SendMailOutcome> => {
  const { mail, event, isLastAttempt, record, claim } = input;
  if (claim.state === 'sent') return { kind: 'already-sent' };
  if (claim.state === 'recalled') return { kind: 'recalled' };
  if (claim.state === 'leased') return { kind: 'leased', forMs: Math.max(claim.until.getTime() - deps.now().getTime(), 0) };

  if (await isRecalled(deps, mail, event.data)) {
    await deps.mails.markRecalled({ leased: claim });
    deps.logger.info({ mailId: claim.id, template: record.template }, 'Mail not sent because its delivery was recalled');
    return { kind: 'recalled' };
  }

  const expiresAt = mail.expiresAt(event.data);
  if (expiresAt && expiresAt <= deps.now()) {
    await recordFailure(deps, { record, leased: claim, reason: 'expired', details: `since ${expiresAt.toISOString()}` });
    return { kind: 'expired' };
  }

  if (claim.isTakeover) deps.metrics.repeatPossible('takeover');
  const result = await renderAndSend(deps, input);
  if (result.outcome === 'accepted') {
    await recordSent(deps, { record, id: claim.id, event });
    return { kind: 'sent' };
  }

  const { outcome, reason: details } = result;
  if (outcome === 'unavailable' && result.isUnclear) deps.metrics.repeatPossible('unclear');
  if (outcome === 'refused' || isLastAttempt) await recordFailure(deps, { record, leased: claim, reason: outcome, details });
  else await deps.mails.markWaiting({ leased: claim, reason: withoutAddress(details, record.recipient) });
  return { kind: outcome, reason: details };
};

/** The address was erased after the event and before its mail was recorded. The mail itself is sent. */
const forgetErasedRecipient = async (
  { mails, erasures, now }: NotifyDeps,
  { record: { key, recipient }, at }: { record: MailRecord; at: Date },
): Promise<void> => {
  const pseudonym = recipient === '' ? undefined : await erasures.find({ email: recipient, at });
  if (pseudonym !== undefined) await mails.pseudonymise({ recipient, pseudonym, until: now(), key });
};

const isRecalled = async <Data>({ recalls }: NotifyDeps, mail: Mail<Data>, data: Data): Promise<boolean> => {
  const [orderNumber, deliveredAt] = [mail.orderNumber(data), mail.deliveredAt?.(data)];
  return orderNumber !== null && deliveredAt !== undefined && recalls.has({ orderNumber, deliveredAt: new Date(deliveredAt) });
};

type RenderInput<Data> = SendMailInput<Data> & { record: MailRecord };

const renderAndSend = async <Data>(deps: NotifyDeps, { mail, event, queue, record }: RenderInput<Data>): Promise<SendOutcome> => {
  const to = mail.recipient(event.data);
  if (!emailSchema.safeParse(to).success) return { outcome: 'refused', reason: 'the recipient is not an email address' };
  try {
    const { subject, html, text } = await deps.render({ mail, data: event.data });
    const result = await deps.mailers[queue].send({ to, messageId: record.messageId, subject, html, text });
    return mail.isRecipientForgotten && result.outcome !== 'accepted' ? { ...result, reason: withoutAddress(result.reason, to) } : result;
  } catch (error) {
    return { outcome: 'unavailable', reason: String(error), isUnclear: false };
  }
};

/** Mail servers repeat the address in their responses. The stored and the logged reason of a failure must not contain it. */
const withoutAddress = (reason: string, address: string): string => (address === '' ? reason : reason.replaceAll(address, '[recipient]'));

/** The fields that mail.sent and mail.failed have in common. */
const eventFields = ({ causedBy, template, recipient, orderNumber }: MailRecord) => ({ causedBy, template, recipient, orderNumber });

type RecordSent = { record: MailRecord; id: string; event: EventEnvelope };

const recordSent = async (deps: NotifyDeps, { record, id, event: cause }: RecordSent): Promise<void> => {
  const { template, messageId } = record;
  const sentAt = deps.now();
  // Nobody waits for the report of another mail, such as a code.
  const isReported = record.orderNumber !== null;
  const event = isReported ? createEvent(mailSent, { mailId: id, ...eventFields(record), messageId, sentAt: sentAt.toISOString() }) : null;
  // Retried, because without the mark the mail would be sent again.
  await retry(() => deps.mails.markSent({ id, sentAt, event }), { delaysMs: MARK_SENT_DELAYS_MS });
  const secondsSinceEvent = (sentAt.getTime() - new Date(cause.occurredAt).getTime()) / 1000;
  deps.metrics.sent({ template, secondsSinceEvent });
  deps.logger.info({ mailId: id, template, messageId }, 'Mail sent');
};

type Failure = { record: MailRecord; leased: LeasedMail; reason: FailureReason; details: string };

const recordFailure = async (deps: NotifyDeps, { record, leased, reason, details }: Failure): Promise<void> => {
  const failedAt = deps.now();
  const text = `${reason}: ${details}`;
  const kept = withoutAddress(text, record.recipient);
  const event = createEvent(mailFailed, {
    mailId: leased.id,
    ...eventFields(record),
    kind: reason,
    reason: text,
    failedAt: failedAt.toISOString(),
  });
  const isWritten = await deps.mails.markFailed({ leased, reason: kept, failedAt, event });
  if (!isWritten) return;
  deps.metrics.failed({ template: record.template, reason });
  deps.logger.warn({ mailId: leased.id, template: record.template, reason: kept }, 'Mail failed');
};
