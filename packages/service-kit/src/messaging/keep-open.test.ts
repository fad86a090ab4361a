import { expect, test } from '@jest/globals';
import { createLogger } from '../logger.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { keepOpen, type OpenPart } from './keep-open.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const never = new Promise<never>(() => undefined);

/** A part that the broker takes away at once the first time, and leaves alone from then on. */
const openings = () => {
  let count = 0;
  return {
    count: () => count,
    open: async (): Promise<OpenPart> => {
      count += 1;
      return { lost: count === 1 ? Promise.resolve('closed') : never };
    },
  };
};

test('when the broker never answers what is declared again, it is asked once more and the part is opened', async () => {
  const { open, count } = openings();
  let asked = 0;
  const repair = (): Promise<void> => {
    asked += 1;
    return asked === 1 ? never : Promise.resolve();
  };
  await keepOpen({ part: 'consumer', open, repair, repairWithinMs: 50, isOver: () => false, logger });
  await waitUntil(() => count() === 2, { what: 'the part to be opened again' });
  expect(asked).toBe(2);
});

test('when the whole connection ends meanwhile, nothing is opened again', async () => {
  const { open, count } = openings();
  let looks = 0;
  // Asked once when the part is lost, and again after the pause.
  const isOver = (): boolean => {
    looks += 1;
    return looks > 1;
  };
  await keepOpen({ part: 'consumer', open, repair: async () => undefined, isOver, logger });
  await waitUntil(() => looks === 2);
  expect(count()).toBe(1);
});

test('when the part cannot be opened the first time, that is told at once', async () => {
  const open = () => Promise.reject(new Error('no such queue'));
  await expect(keepOpen({ part: 'consumer', open, repair: async () => undefined, isOver: () => false, logger })).rejects.toThrow(
    'no such queue',
  );
});
