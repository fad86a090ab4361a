import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addressKeysIn, mentionsAddress } from './addresses-in-texts.ts';

/** Few different characters, so that addresses meet often: letters of an address, letters that are none in a local part, and separators. */
const character = fc.constantFrom('a', 'B', '1', '.', '-', '+', '@', '山', ' ', '、', '(', 'é');
const text = fc.string({ unit: character, maxLength: 24 });
const email = fc.tuple(
  fc.string({ unit: fc.constantFrom('a', 'b', '.', '山', 'é'), minLength: 1, maxLength: 3 }),
  fc.constantFrom('a.b', 'b-1.a', '山.a'),
);

test('when a text mentions an address, then it has the keys of the address, whatever surrounds it', () => {
  let mentions = 0;
  fc.assert(
    fc.property(email, text, text, ([local, domain], before, after) => {
      const address = `${local}@${domain}`;
      const value = { label: [`${before}${address.toUpperCase()}${after}`, before] };
      if (!mentionsAddress(value, address)) return;
      mentions += 1;
      expect(addressKeysIn(value)).toEqual(expect.arrayContaining(addressKeysIn(address)));
    }),
    { numRuns: 3000 },
  );
  expect(mentions).toBeGreaterThan(300);
});

test('when a text has several addresses, then each has its key', () => {
  expect(addressKeysIn({ from: 'Hanako@Example.jp', to: ['宛先：taro@example.co.jp（本人）', 'none'] })).toEqual([
    'hanako@example',
    'taro@example',
  ]);
});
