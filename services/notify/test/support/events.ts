import { randomBytes } from 'node:crypto';
import {
  codeRequested,
  type EventDefinition,
  type EventEnvelope,
  lineRefunded,
  orderDelivered,
  orderLinkRequested,
  orderPaid,
  orderPartlyDelivered,
  orderRecalled,
  passwordChanged,
  registrationRepeated,
  saleStarted,
  userRegistered,
  verifyLinkRequested,
  videoReplaced,
} from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import type { z } from 'zod';
import {
  alreadyRegisteredMail,
  codeMail,
  lineRefundedMail,
  orderConfirmationMail,
  orderDeliveryMail,
  orderLinkMail,
  orderPartialDeliveryMail,
  passwordChangedMail,
  registrationMail,
  saleStartedMail,
  verifyLinkMail,
  videoReplacedMail,
} from '../../src/mails/index.ts';
import type { Mail } from '../../src/mails/mail.ts';

/** An address that no other test uses. */
export const newAddress = (): string => `t${randomBytes(8).toString('hex')}@example.jp`;

const tenMinutesOn = (): string => new Date(Date.now() + 600_000).toISOString();

type Like<Schema extends z.ZodType> = {
  definition: EventDefinition<string, Schema>;
  mail: Pick<Mail<z.infer<Schema>>, 'samples'>;
  sample: string;
  /** Fields that depend on the current time. */
  fresh?: () => Partial<z.infer<Schema>>;
};

/** Creates events from a mail's sample, each with a new address and with the given fields. */
const eventsLike =
  <Schema extends z.ZodType<{ email: string }>>({ definition, mail, sample, fresh }: Like<Schema>) =>
  (given: Partial<z.infer<Schema>> = {}): EventEnvelope<z.infer<Schema>> => {
    const data = mail.samples[sample];
    if (!data) throw new Error(`The mail has no sample ${sample}`);
    return createEvent(definition, { ...data, email: newAddress(), ...fresh?.(), ...given });
  };

export const paidEvent = eventsLike({ definition: orderPaid, mail: orderConfirmationMail, sample: 'two-videos' });
export const deliveredEvent = eventsLike({ definition: orderDelivered, mail: orderDeliveryMail, sample: 'two-videos' });
export const partlyDeliveredEvent = eventsLike({
  definition: orderPartlyDelivered,
  mail: orderPartialDeliveryMail,
  sample: 'one-of-two',
});
export const orderLinkEvent = eventsLike({ definition: orderLinkRequested, mail: orderLinkMail, sample: 'awaited' });
export const lineRefundedEvent = eventsLike({ definition: lineRefunded, mail: lineRefundedMail, sample: 'one-of-three' });
export const videoReplacedEvent = eventsLike({ definition: videoReplaced, mail: videoReplacedMail, sample: 'one-of-three' });
/** The recall of a delivery at the current time. */
export const recalledEvent = (delivery: { orderNumber: string; deliveredAt: string }): EventEnvelope =>
  createEvent(orderRecalled, { ...delivery, recalledAt: new Date().toISOString() });
export const registeredEvent = eventsLike({ definition: userRegistered, mail: registrationMail, sample: 'new-account' });
export const repeatedEvent = eventsLike({ definition: registrationRepeated, mail: alreadyRegisteredMail, sample: 'again' });
export const passwordEvent = eventsLike({ definition: passwordChanged, mail: passwordChangedMail, sample: 'by-night' });
export const saleStartedEvent = eventsLike({ definition: saleStarted, mail: saleStartedMail, sample: 'usual' });
export const codeEvent = eventsLike({
  definition: codeRequested,
  mail: codeMail,
  sample: 'order',
  fresh: () => ({ expiresAt: tenMinutesOn() }),
});
export const verifyLinkEvent = eventsLike({
  definition: verifyLinkRequested,
  mail: verifyLinkMail,
  sample: 'one-day',
  fresh: () => ({ expiresAt: tenMinutesOn() }),
});
