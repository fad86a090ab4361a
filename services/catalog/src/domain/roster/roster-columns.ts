import {
  athleteNumberSchema,
  categoryNameSchema,
  createAthleteSchema,
  MAX_PRICE,
  normalise,
  salesStatusSchema,
} from '@stagereel/contracts';
import { z } from 'zod';

/** 5000, 5,000, ５，０００円 or ¥5000. Not 000: that is the second half of an amount whose comma was not quoted. */
const YEN = /^[¥\\]?(0|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+)円?$/u;

const typedPriceSchema = z
  .string()
  .transform(normalise)
  .pipe(z.string().max(20).regex(YEN))
  .transform((text) => Number(text.replace(/\D/g, '')))
  .pipe(z.int().min(0).max(MAX_PRICE));
const typedStatusSchema = z.string().transform(normalise).pipe(salesStatusSchema);

/**
 * The columns of a roster, in the order of an export. An export writes `header`; an import also accepts the aliases and the field name.
 * `invalid` is the error of a cell whose schema has no Japanese text of its own.
 */
export const ROSTER_COLUMNS = [
  {
    field: 'athleteNumber',
    header: 'ゼッケン番号',
    aliases: ['ゼッケン', 'ゼッケンno', '選手番号', '番号', 'number', 'bib', 'bibnumber'],
    schema: athleteNumberSchema,
    invalid: 'ゼッケン番号は20文字以内で、改行などを含めずに入力してください。',
  },
  {
    field: 'name',
    header: '選手名',
    aliases: ['氏名', '名前', 'athletename'],
    schema: createAthleteSchema.shape.name,
    invalid: '選手名は60文字以内で、改行などを含めずに入力してください。',
  },
  {
    field: 'category',
    header: 'カテゴリ',
    aliases: ['カテゴリー', 'カテゴリ名', '部門'],
    schema: categoryNameSchema,
    invalid: 'カテゴリは60文字以内で、改行などを含めずに入力してください。',
  },
  {
    field: 'videoStatus',
    header: '動画の販売状況',
    aliases: ['動画販売状況', '動画'],
    schema: typedStatusSchema,
    invalid: '動画の販売状況には「販売中」「確認中」「受注停止」のいずれかを入力してください。',
  },
  {
    field: 'photoStatus',
    header: '写真の販売状況',
    aliases: ['写真販売状況', '写真'],
    schema: typedStatusSchema,
    invalid: '写真の販売状況には「販売中」「確認中」「受注停止」のいずれかを入力してください。',
  },
  {
    field: 'verticalVideoPrice',
    header: '縦動画価格',
    aliases: ['縦動画の価格', '縦動画', '縦価格'],
    schema: typedPriceSchema,
    invalid: '縦動画価格は0以上1,000,000以下の数字で入力してください。',
  },
  {
    field: 'horizontalVideoPrice',
    header: '横動画価格',
    aliases: ['横動画の価格', '横動画', '横価格'],
    schema: typedPriceSchema,
    invalid: '横動画価格は0以上1,000,000以下の数字で入力してください。',
  },
] as const;
export type RosterColumn = (typeof ROSTER_COLUMNS)[number];
export type RosterField = RosterColumn['field'];

/** A heading for comparison: without differences of width and case, without spaces and text in brackets, such as （円）. */
const normaliseHeading = (text: string): string =>
  normalise(text)
    .replace(/\(.*?\)|[\s_・※-]/gu, '')
    .toLowerCase();

const columnByHeading = new Map<string, RosterColumn>(
  ROSTER_COLUMNS.flatMap((column) =>
    [column.header, column.field, ...column.aliases].map((name) => [normaliseHeading(name), column] as const),
  ),
);

/** The column with this heading, or undefined. */
export const columnOf = (heading: string): RosterColumn | undefined => columnByHeading.get(normaliseHeading(heading));
