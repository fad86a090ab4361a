import { z } from 'zod';
import { CODE_LENGTH, MAX_PRICE, PRICE_STEP, VIDEO_STYLES } from '../constants.ts';
import { CUSTOMER_NAME, EMAIL, fieldErrors, MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, SINGLE_LINE } from '../rules/customer-fields.ts';
import { normaliseCode, normaliseEmail } from '../rules/text.ts';
import { normalise } from '../rules/visible-text.ts';
import { patterns, published, singleLineSchema, visibleLineSchema } from './texts.ts';

export const idSchema = z.string().regex(/^[\w-]{1,64}$/);
export const idParamsSchema = z.object({ id: idSchema });
export const timeSchema = z.iso.datetime();

/** An e-mail address, normalised. */
export const emailSchema = published(
  z.string().max(320).transform(normaliseEmail).pipe(z.string().max(MAX_EMAIL_LENGTH).regex(EMAIL, fieldErrors.email)),
  { pattern: patterns.email, maxLength: MAX_EMAIL_LENGTH },
);

const CODE = `^[0-9]{${CODE_LENGTH}}$`;
export const codeSchema = published(
  z
    .string()
    .max(64)
    .transform(normaliseCode)
    .pipe(z.string().regex(new RegExp(CODE), '6桁のコードを入力してください')),
  { pattern: CODE, maxLength: CODE_LENGTH },
);

export const customerNameSchema = published(
  visibleLineSchema(MAX_NAME_LENGTH).min(1, fieldErrors.nameMissing).regex(CUSTOMER_NAME, fieldErrors.name),
  { pattern: patterns.visibleLineWithoutTags },
);
/** Yen, tax included. */
export const priceSchema = z.int().min(0).max(MAX_PRICE);
/** A price that an admin enters. Older data has prices between the steps. */
export const newPriceSchema = priceSchema.multipleOf(PRICE_STEP, `価格は${PRICE_STEP}円単位で入力してください。`);
/** A bib number is text: 012, 12 and 12A are three athletes. */
export const athleteNumberSchema = published(
  z
    .string()
    .max(40)
    .transform(normalise)
    .pipe(z.string().min(1, 'ゼッケン番号を入力してください。').max(20).regex(SINGLE_LINE, fieldErrors.notSingleLine)),
  { pattern: patterns.athleteNumber, maxLength: 20 },
);
export const categoryNameSchema = published(
  singleLineSchema(60).transform(normalise).pipe(z.string().min(1, 'カテゴリ名を入力してください。')),
  { pattern: patterns.visibleLine },
);

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
