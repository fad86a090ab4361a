import { randomBytes } from 'node:crypto';
import { codeRequested, type EventData, type EventEnvelope, orderDelivered, orderPaid } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { codeMail, orderConfirmationMail, orderDeliveryMail } from '../../src/mails/index.ts';

/** An address nobody else in the test run writes to. */
export const newAddress = (): string => `t${randomBytes(8).toString('hex')}@example.jp`;

const sampleOf = <Data>(samples: Readonly<Record<string, Data>>, name: string): Data => {
  const sample = samples[name];
  if (!sample) throw new Error(`no sample ${name}`);
  return sample;
};

type OrderPaid = EventData<typeof orderPaid>;
export const paidEvent = (given: Partial<OrderPaid> = {}): EventEnvelope<OrderPaid> =>
  createEvent(orderPaid, { ...sampleOf(orderConfirmationMail.samples, 'two-videos'), email: newAddress(), ...given });

type OrderDelivered = EventData<typeof orderDelivered>;
export const deliveredEvent = (given: Partial<OrderDelivered> = {}): EventEnvelope<OrderDelivered> =>
  createEvent(orderDelivered, { ...sampleOf(orderDeliveryMail.samples, 'two-videos'), email: newAddress(), ...given });

type CodeRequested = EventData<typeof codeRequested>;
export const codeEvent = (given: Partial<CodeRequested> = {}): EventEnvelope<CodeRequested> =>
  createEvent(codeRequested, {
    ...sampleOf(codeMail.samples, 'order'),
    email: newAddress(),
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
    ...given,
  });
