import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { randomUuid } from './random-id.ts';

test('when many are created, each is a UUID of version 4 and none occurs twice', () => {
  const made = Array.from({ length: 200 }, randomUuid);
  expect(made.filter((uuid) => !z.uuidv4().safeParse(uuid).success)).toEqual([]);
  expect(new Set(made).size).toBe(made.length);
});
