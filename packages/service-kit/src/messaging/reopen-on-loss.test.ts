import { expect, test } from '@jest/globals';
import { createLogger } from '../telemetry/logger.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { type OpenResource, reopenOnLoss } from './reopen-on-loss.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const never = new Promise<never>(() => undefined);

/** A resource that the broker closes at once the first time, and then keeps open. */
const openings = () => {
  let count = 0;
  return {
    count: () => count,
    open: async (): Promise<OpenResource> => {
      count += 1;
      return { lost: count === 1 ? Promise.resolve('closed') : never };
    },
  };
};

test('when a repair never responds, then it is repeated and the resource is reopened', async () => {
  const { open, count } = openings();
  let repairs = 0;
  const repair = (): Promise<void> => {
    repairs += 1;
    return repairs === 1 ? never : Promise.resolve();
  };
  await reopenOnLoss({ resource: 'consumer', open, repair, repairTimeoutMs: 50, isConnectionClosed: () => false, logger });
  await waitUntil(() => count() === 2, { what: 'the resource to be reopened' });
  expect(repairs).toBe(2);
});

test('when the whole connection ends meanwhile, then nothing is reopened', async () => {
  const { open, count } = openings();
  let checks = 0;
  // Checked once when the resource is lost, and again after the delay.
  const isConnectionClosed = (): boolean => {
    checks += 1;
    return checks > 1;
  };
  await reopenOnLoss({ resource: 'consumer', open, repair: async () => undefined, isConnectionClosed, logger });
  await waitUntil(() => checks === 2);
  expect(count()).toBe(1);
});

test('when the resource cannot be opened the first time, then the error is thrown', async () => {
  const open = () => Promise.reject(new Error('no such queue'));
  await expect(
    reopenOnLoss({ resource: 'consumer', open, repair: async () => undefined, isConnectionClosed: () => false, logger }),
  ).rejects.toThrow('no such queue');
});
