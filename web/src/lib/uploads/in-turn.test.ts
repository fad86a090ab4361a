import { expect, test } from '@jest/globals';
import { createTurns } from './in-turn.ts';

const heard = () => new Promise<void>((resolve) => setImmediate(resolve));

test('when a small folder is dropped after a large one, it is also taken after it', async () => {
  const inTurn = createTurns<string>();
  const taken: string[] = [];
  const take = (value: string) => void taken.push(value);
  let find: (value: string) => void = () => undefined;
  const large = new Promise<string>((resolve) => {
    find = resolve;
  });
  const turns = [inTurn(large, take), inTurn(Promise.resolve('small'), take)];
  await heard();
  expect(taken).toEqual([]);
  find('large');
  await Promise.all(turns);
  expect(taken).toEqual(['large', 'small']);
});

test('when something is not found or cannot be taken, then what comes after it still is taken', async () => {
  const inTurn = createTurns<string>();
  const taken: string[] = [];
  const take = (value: string) => void taken.push(value);
  const turns = [
    inTurn(Promise.reject(new Error('not found')), take),
    inTurn(Promise.resolve('refused'), () => {
      throw new Error('not taken');
    }),
    inTurn(Promise.resolve('last'), take),
  ];
  expect(await Promise.allSettled(turns)).toEqual([
    { status: 'rejected', reason: new Error('not found') },
    { status: 'rejected', reason: new Error('not taken') },
    { status: 'fulfilled', value: undefined },
  ]);
  expect(taken).toEqual(['last']);
});
