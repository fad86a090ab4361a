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
