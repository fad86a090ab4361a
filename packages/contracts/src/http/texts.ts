import { z } from 'zod';
import { fieldErrors, SINGLE_LINE } from '../rules/customer-fields.ts';

/** Limits a text to `max` characters. Counts code points as JSON Schema's maxLength does, so that the published length is true: 𠮷 is one. */
const limited = (text: z.ZodString, { max, message }: { max: number; message?: (() => string) | undefined }): z.ZodString =>
  text
    .check(({ value, issues }) => {
      if (value.length <= max || [...value].length <= max) return;
      issues.push({
        code: 'too_big',
        origin: 'string',
        maximum: max,
        inclusive: true,
        input: value,
        ...(message && { message: message() }),
      });
    })
    .meta({ maxLength: max });

export const textSchema = (max: number, message?: () => string) => limited(z.string(), { max, message });
/** White space around the text is removed and does not count. */
export const trimmedTextSchema = (max: number) => limited(z.string().trim(), { max });

type PublishedRule = { pattern: string; maxLength?: number };

/**
 * Publishes a rule in the API description in place of those of the schema. A generated text that fits the published rule must be valid. The server
 * may accept more: it trims and normalises a text before it checks it, which no pattern can describe.
 */
export const published = <Schema extends z.ZodType>(schema: Schema, rule: PublishedRule): Schema =>
  schema.meta({ ...rule, allOf: undefined });

/** As in SINGLE_LINE. Written as escapes that the pattern languages of most generators know. */
const CONTROLS = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029';
const BLANKS = '\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000\\ufeff';
/** ASCII, kana and kanji: characters that NFKC does not change, also not beside each other. */
const PLAIN = '!-~\\u3041-\\u3096\\u30a1-\\u30fa\\u30fc\\u4e00-\\u9fff';

export const patterns = {
  singleLine: `^[^${CONTROLS}]*$`,
  /** Begins with a visible character, so that something remains after trimming. */
  visibleLine: `^[^${CONTROLS}${BLANKS}][^${CONTROLS}]*$`,
  visibleLineWithoutTags: `^[^${CONTROLS}${BLANKS}<>][^${CONTROLS}<>]*$`,
  visibleText: `^[^${CONTROLS}${BLANKS}]`,
  /** Up to 20 characters that stay the same when they are normalised. */
  athleteNumber: `^[${PLAIN}]([${PLAIN} ]{0,18}[${PLAIN}])?$`,
  email: "^[!#$%&'*+./0-9=?A-Z^_`a-z{|}~-]{1,64}@[A-Za-z0-9]+(-+[A-Za-z0-9]+)*(\\.[A-Za-z0-9]+(-+[A-Za-z0-9]+)*)+$",
  fileName: `^[^${CONTROLS}/\\\\%.][^${CONTROLS}/\\\\%]*$`,
} as const;

export const singleLineSchema = (max: number) =>
  published(textSchema(max).regex(SINGLE_LINE, fieldErrors.notSingleLine), { pattern: patterns.singleLine });
