import { z } from 'zod';
import { CODE_LENGTH, MAX_PRICE, PRICE_STEP, VIDEO_STYLES } from '../constants.ts';
import { EMAIL, fieldErrors, MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, NAME, SINGLE_LINE } from '../rules/customer-fields.ts';
import { normalise, normaliseCode, normaliseEmail } from '../rules/text.ts';

export const idSchema = z.string().regex(/^[\w-]{1,64}$/);
export const idParamsSchema = z.object({ id: idSchema });
export const timeSchema = z.iso.datetime();

export const singleLineSchema = (max: number) => z.string().max(max).regex(SINGLE_LINE, fieldErrors.notSingleLine);

/** An e-mail address, normalised. */
export const emailSchema = z
  .string()
  .max(320)
  .transform(normaliseEmail)
  .pipe(z.string().max(MAX_EMAIL_LENGTH).regex(EMAIL, fieldErrors.email));

export const codeSchema = z
  .string()
  .max(64)
  .transform(normaliseCode)
  .pipe(z.string().regex(new RegExp(`^\\d{${CODE_LENGTH}}$`), '6桁のコードを入力してください'));

export const customerNameSchema = singleLineSchema(MAX_NAME_LENGTH).trim().min(1, fieldErrors.nameMissing).regex(NAME, fieldErrors.name);
/** Yen, tax included. */
export const priceSchema = z.int().min(0).max(MAX_PRICE);
/** A price that an admin enters. Older data has prices between the steps. */
export const newPriceSchema = priceSchema.multipleOf(PRICE_STEP, `価格は${PRICE_STEP}円単位で入力してください。`);
/** A bib number is text: 012, 12 and 12A are three athletes. */
export const athleteNumberSchema = z
  .string()
  .max(40)
  .transform(normalise)
  .pipe(z.string().min(1, 'ゼッケン番号を入力してください。').max(20).regex(SINGLE_LINE));
export const categoryNameSchema = singleLineSchema(60).transform(normalise).pipe(z.string().min(1, 'カテゴリ名を入力してください。'));

export const videoStyleSchema = z.enum(VIDEO_STYLES);
export type VideoStyle = z.infer<typeof videoStyleSchema>;

/** What customers and admins see of each video in an order. */
export const orderedVideoFields = {
  contestName: z.string(),
  category: z.string(),
  athleteNumber: z.string(),
  athleteName: z.string().nullable(),
  style: videoStyleSchema,
  price: priceSchema,
};

/** A boolean query parameter: `true` or `false`. */
export const flagSchema = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true');

export const noContentSchema = z.undefined().describe('no content');
