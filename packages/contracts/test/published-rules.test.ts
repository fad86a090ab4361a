import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import {
  athleteNumberSchema,
  categoryNameSchema,
  codeSchema,
  createContestSchema,
  customerNameSchema,
  declineLineSchema,
  emailSchema,
  fileNameSchema,
  issueReceiptSchema,
  orderLookupSchema,
  reportProblemSchema,
  singleLineSchema,
  textSchema,
} from '../src/index.ts';

const publishedRuleOf = (schema: z.ZodType) => {
  const { pattern, maxLength = 400, minLength = 0, allOf } = z.toJSONSchema(schema, { io: 'input' });
  expect(allOf).toBeUndefined();
  return { pattern: new RegExp(String(pattern), 'u'), maxLength, minLength };
};

describe('a text that fits the published rule', () => {
  test.each([
    ['an address', emailSchema],
    ['a code', codeSchema],
    ['a name', customerNameSchema],
    ['a bib', athleteNumberSchema],
    ['a category', categoryNameSchema],
    ['a single line', singleLineSchema(60)],
    ['the name of a contest', createContestSchema.shape.name],
    ['a file name', fileNameSchema],
    ['an addressee', issueReceiptSchema.shape.addressee],
    ['an order number', orderLookupSchema.shape.orderNumber],
    ['a reason', declineLineSchema.shape.reason],
    ['a problem', reportProblemSchema.shape.text],
  ])('when it is %s, then the server accepts it', (_what, schema) => {
    const { pattern, maxLength, minLength } = publishedRuleOf(schema);
    const texts = fc.stringMatching(pattern).filter((text) => {
      const { length } = [...text];
      return length >= minLength && length <= maxLength;
    });
    fc.assert(
      fc.property(texts, (text) => schema.safeParse(text).success),
      { seed: 17 },
    );
  });
});

test('when a text has characters outside the basic plane, then each counts as one, as in JSON Schema', () => {
  expect(textSchema(3).safeParse('𠮷野家').success).toBe(true);
  expect(textSchema(3).safeParse('𠮷野家で').success).toBe(false);
});
