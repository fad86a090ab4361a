import { expect, test } from '@jest/globals';
import { createSequencer } from './sequencer.ts';

const heard = () => new Promise<void>((resolve) => setImmediate(resolve));

test('when a small folder is dropped after a large one, it is also delivered after it', async () => {
  const inTurn = createSequencer<string>();
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

test('when a lookup or its handler fails, then the next ones are still delivered', async () => {
  const inTurn = createSequencer<string>();
  const taken: string[] = [];
  const take = (value: string) => void taken.push(value);
  const turns = [
    inTurn(Promise.reject(new Error('Not found')), take),
    inTurn(Promise.resolve('refused'), () => {
      throw new Error('Not accepted');
    }),
    inTurn(Promise.resolve('last'), take),
  ];
  expect(await Promise.allSettled(turns)).toEqual([
    { status: 'rejected', reason: new Error('Not found') },
    { status: 'rejected', reason: new Error('Not accepted') },
    { status: 'fulfilled', value: undefined },
  ]);
  expect(taken).toEqual(['last']);
});
