import { z } from 'zod';
import { BULK_MAX_IDS, DEFAULT_ATHLETE_PRICE } from '../constants.ts';
import { salesStatusSchema } from '../rules/sales-status.ts';
import { athleteNumberSchema, categoryNameSchema, flagSchema, idSchema, newPriceSchema, priceSchema } from './common.ts';
import { visibleLineSchema } from './texts.ts';

/** Prices are yen, tax included; null means that none is set and the default price applies. `version` grows by one with every change. */
export const athleteSchema = z.object({
  id: idSchema,
  contestId: idSchema,
  athleteNumber: z.string(),
  name: z.string().nullable(),
  category: z.string(),
  videoStatus: salesStatusSchema,
  photoStatus: salesStatusSchema,
  verticalVideoPrice: priceSchema.nullable(),
  horizontalVideoPrice: priceSchema.nullable(),
  isDeleted: z.boolean(),
  version: z.int(),
});
export type Athlete = z.infer<typeof athleteSchema>;
export const athleteListSchema = z.array(athleteSchema);
export const listAthletesQuerySchema = z.object({ includeDeleted: flagSchema });
export const athleteParamsSchema = z.object({ id: idSchema, athleteId: idSchema });

const athleteNameSchema = visibleLineSchema(60);

/** POST /api/contests/{id}/athletes → 201 athlete. The category must exist in the contest, or be 未分類. */
export const createAthleteSchema = z.object({
  athleteNumber: athleteNumberSchema,
  name: athleteNameSchema.nullable().default(null),
  category: categoryNameSchema,
  videoStatus: salesStatusSchema.default('未撮影'),
  photoStatus: salesStatusSchema.default('未撮影'),
  verticalVideoPrice: newPriceSchema.nullable().default(DEFAULT_ATHLETE_PRICE),
  horizontalVideoPrice: newPriceSchema.nullable().default(DEFAULT_ATHLETE_PRICE),
});
export type CreateAthlete = z.infer<typeof createAthleteSchema>;

/** POST /api/contests/{id}/athletes/bulk-create → 201 {created, failed}; a row with a bib that exists already fails alone. */
export const bulkCreateAthletesSchema = z.object({ athletes: z.array(createAthleteSchema).min(1).max(BULK_MAX_IDS) });
export const bulkCreateResultSchema = z.object({
  created: athleteListSchema,
  failed: z.array(z.object({ index: z.int(), code: z.string(), message: z.string() })),
});

/** PATCH /api/contests/{id}/athletes/{athleteId} → athlete. With `version`, a concurrent change is a 409. Restore is {isDeleted: false}. */
export const updateAthleteSchema = z
  .object({
    athleteNumber: athleteNumberSchema,
    name: athleteNameSchema.nullable(),
    category: categoryNameSchema,
    videoStatus: salesStatusSchema,
    photoStatus: salesStatusSchema,
    verticalVideoPrice: newPriceSchema.nullable(),
    horizontalVideoPrice: newPriceSchema.nullable(),
    isDeleted: z.boolean(),
    version: z.int(),
  })
  .partial();
export type UpdateAthlete = z.infer<typeof updateAthleteSchema>;

const athleteIdsSchema = z.array(idSchema).min(1, '対象の選手を選択してください。').max(BULK_MAX_IDS);

/** PATCH /api/contests/{id}/athletes/bulk-update → {@link bulkResultSchema}; a row that cannot be changed fails alone. */
export const bulkUpdateAthletesSchema = z.object({
  athleteIds: athleteIdsSchema,
  updates: updateAthleteSchema
    .omit({ athleteNumber: true, name: true, version: true })
    .refine((updates) => Object.values(updates).some((value) => value !== undefined), '変更する内容を指定してください。'),
});
export type BulkUpdateAthletes = z.infer<typeof bulkUpdateAthletesSchema>;

/** POST /api/contests/{id}/athletes/bulk-permanent-delete → {@link bulkResultSchema}; deletes only athletes that are soft-deleted. */
export const bulkPurgeAthletesSchema = z.object({ athleteIds: athleteIdsSchema });

/** How many of the distinct ids were changed, and how many were not. */
export const bulkResultSchema = z.object({ successCount: z.int(), failedCount: z.int() });
export type BulkResult = z.infer<typeof bulkResultSchema>;
