import { z } from 'zod';
import { fieldErrors, SINGLE_LINE } from '../rules/customer-fields.ts';
import { visibleText } from '../rules/visible-text.ts';

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
/** Invisible characters, and white space around the text, are removed and do not count. */
export const trimmedTextSchema = (max: number) => limited(z.string().overwrite(visibleText), { max });

type PublishedRule = { pattern: string; maxLength?: number };

/**
 * Publishes a rule in the API description in place of those of the schema. A generated text that fits the published rule must be valid. The server
 * may accept more: it trims and normalises a text before it checks it, which no pattern can describe.
 */
export const published = <Schema extends z.ZodType>(schema: Schema, rule: PublishedRule): Schema =>
  schema.meta({ ...rule, allOf: undefined });

/** As in SINGLE_LINE. Written as escapes that the pattern languages of most generators know. */
const CONTROLS = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\ud800-\\udfff';
/** ASCII, kana and kanji: characters that NFKC does not change, also not beside each other. */
const KANA_AND_KANJI = '\\u3041-\\u3096\\u30a1-\\u30fa\\u30fc\\u4e00-\\u9fff';
const PLAIN = `!-~${KANA_AND_KANJI}`;

export const patterns = {
  singleLine: `^[^${CONTROLS}]*$`,
  /** Begins with a visible character, so that something remains when invisible characters are removed. */
  visibleLine: `^[${PLAIN}][^${CONTROLS}]*$`,
  visibleLineWithoutTags: `^[!-;=?-~${KANA_AND_KANJI}][^${CONTROLS}<>]*$`,
  visibleText: `^[${PLAIN}]`,
  /** Up to 20 characters that stay the same when they are normalised. */
  athleteNumber: `^[${PLAIN}]([${PLAIN} ]{0,18}[${PLAIN}])?$`,
  email: "^[!#$%&'*+./0-9=?A-Z^_`a-z{|}~-]{1,64}@[A-Za-z0-9]+(-+[A-Za-z0-9]+)*(\\.[A-Za-z0-9]+(-+[A-Za-z0-9]+)*)+$",
  fileName: `^[^${CONTROLS}/\\\\%.][^${CONTROLS}/\\\\%]*$`,
} as const;

export const singleLineSchema = (max: number) =>
  published(textSchema(max).regex(SINGLE_LINE, fieldErrors.notSingleLine), { pattern: patterns.singleLine });

/** A line for people, as {@link visibleText} makes it; empty when nothing of it is visible. */
export const visibleLineSchema = (max: number) => singleLineSchema(max).overwrite(visibleText);
