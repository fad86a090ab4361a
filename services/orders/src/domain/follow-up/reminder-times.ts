import { CLAIM_REMINDER_SECONDS, EXPIRY_REMINDER_SECONDS, japaneseHour, REMINDER_HOURS, type ReminderKind } from '@stagereel/contracts';
import { currentPageOf } from '../order/download-page-expiry.ts';
import { hasNothingToDeliver, isDeclined, type Line, type Order, type OrderDownload } from '../order/order.ts';
import { isOpen } from './follow-up.ts';
import { DELIVERY_MAILS } from './rejected-mails.ts';

const plus = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1000);

const isWaiting = (line: Line): boolean => line.video !== null && line.claim === null && !isDeclined(line);

/** The delivered lines that wait for their download. A line that may be downloaded once more waits too. */
export const waitingLines = ({ lines }: Pick<Order, 'lines'>): Line[] => lines.filter(isWaiting);

/** When the customer confirmed the current delivery; null if videos were delivered or replaced since. */
export const receivedAtOf = (order: Order): Date | null => {
  const { received } = order.followUp;
  const page = currentPageOf(order);
  if (!page || !received || received.at < page.openedAt) return null;
  const isComplete = order.lines.every(({ video }) => video === null || received.videos.includes(video.url));
  return isComplete ? received.at : null;
};

/** When the last mail with the link to this delivery was accepted for the order's current address. */
const mailedAtOf = ({ order, page }: { order: Order; page: OrderDownload }): Date | null => {
  // The clock of the mail service may be behind, so the first mail is recognised by its event, not by its time.
  const times = order.mails
    .filter(({ state, template, recipient }) => state === 'sent' && DELIVERY_MAILS.includes(template) && recipient === order.email)
    .filter(({ causedBy, at }) => causedBy === page.eventId || at >= page.openedAt)
    .map(({ at }) => at.getTime());
  return times.length > 0 ? new Date(Math.max(...times)) : null;
};

const wasReminded = ({ order, page, kind }: { order: Order; page: OrderDownload; kind: ReminderKind }): boolean =>
  order.followUp.reminders.some((reminder) => reminder.kind === kind && reminder.deliveredAt.getTime() === page.openedAt.getTime());

/** Anything that was downloaded since the delivery, even if it may be downloaded once more by now. */
const isAnythingClaimed = ({ order, page }: { order: Order; page: OrderDownload }): boolean =>
  order.lines.some(({ claim, reArmedAt }) => [claim?.claimedAt, reArmedAt].some((time) => time && time >= page.openedAt));

/**
 * From when on the customer is to be reminded of the delivered videos; null if no reminder is due in the current state. An order with an
 * open task gets no reminder: its address does not work, or the customer awaits an answer.
 */
export const reminderTimes = (order: Order): Record<ReminderKind, Date | null> => {
  const page = currentPageOf(order);
  const isQuiet = order.followUp.isSilent || order.followUp.tasks.some(isOpen) || hasNothingToDeliver(order);
  if (!page || isQuiet || waitingLines(order).length === 0) return { claim: null, expiry: null };

  const expiry = plus(page.expiresAt, -EXPIRY_REMINDER_SECONDS);
  const mailedAt = mailedAtOf({ order, page });
  const claim = mailedAt && plus(mailedAt, CLAIM_REMINDER_SECONDS);
  const isClaimDue = claim && claim < expiry && !isAnythingClaimed({ order, page }) && receivedAtOf(order) === null;
  return {
    claim: isClaimDue && !wasReminded({ order, page, kind: 'claim' }) ? claim : null,
    expiry: wasReminded({ order, page, kind: 'expiry' }) ? null : expiry,
  };
};

/** Reminders are not sent at night. */
export const isReminderHour = (now: Date): boolean => {
  const hour = japaneseHour(now);
  return hour >= REMINDER_HOURS.from && hour < REMINDER_HOURS.to;
};
