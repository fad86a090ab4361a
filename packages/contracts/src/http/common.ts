import { z } from 'zod';
import { CODE_LENGTH, MAX_PRICE } from '../constants.ts';
import { normalise, normaliseCode, normaliseEmail } from '../rules/text.ts';

export const idSchema = z.string().regex(/^[\w-]{1,64}$/);
export const idParamsSchema = z.object({ id: idSchema });
export const timeSchema = z.iso.datetime();

/** No control characters, because a name is written to mail headers and CSV files. */
const singleLine = /^[^\p{Cc}\u2028\u2029]*$/u;
export const singleLineSchema = (max: number) => z.string().max(max).regex(singleLine, '使用できない文字が含まれています。');

/**
 * An e-mail address, normalised. Allows consecutive dots, unlike RFC 5322, because Japanese carriers issued
 * addresses such as `a..b@docomo.ne.jp`. Rejects everything that could break a mail header.
 */
const EMAIL = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/u;
export const emailSchema = z
  .string()
  .max(320)
  .transform(normaliseEmail)
  .pipe(z.string().max(254).regex(EMAIL, 'メールアドレスの形式が正しくありません。'));

export const codeSchema = z
  .string()
  .max(64)
  .transform(normaliseCode)
  .pipe(z.string().regex(new RegExp(`^\\d{${CODE_LENGTH}}$`), '6桁のコードを入力してください'));

/** Rejects angle brackets: they do not occur in names, and could inject HTML. */
export const customerNameSchema = singleLineSchema(100)
  .trim()
  .min(1, 'お名前を入力してください。')
  .regex(/^[^<>]*$/, 'お名前に < と > は使用できません。');
/** Yen, tax included. */
export const priceSchema = z.int().min(0).max(MAX_PRICE);
/** A bib number is text: 012, 12 and 12A are three athletes. */
export const athleteNumberSchema = z
  .string()
  .max(40)
  .transform(normalise)
  .pipe(z.string().min(1, 'ゼッケン番号を入力してください。').max(20).regex(singleLine));
export const categoryNameSchema = singleLineSchema(60).transform(normalise).pipe(z.string().min(1, 'カテゴリ名を入力してください。'));

export const VIDEO_STYLES = ['縦動画', '横動画'] as const;
export const videoStyleSchema = z.enum(VIDEO_STYLES);
export type VideoStyle = z.infer<typeof videoStyleSchema>;

/** A boolean query parameter: `true` or `false`. */
export const flagSchema = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true');

export const noContentSchema = z.undefined().describe('no content');
