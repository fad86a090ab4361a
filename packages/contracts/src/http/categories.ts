import { z } from 'zod';
import { categoryNameSchema, idSchema, timeSchema } from './common.ts';

export const categorySchema = z.object({
  id: idSchema,
  contestId: idSchema,
  name: z.string(),
  color: z.string(),
  createdAt: timeSchema,
});
export type Category = z.infer<typeof categorySchema>;
export const categoryListSchema = z.array(categorySchema);

/** POST /api/contests/{id}/categories → 201 category. Without a colour, the first unused colour of the palette is used. */
export const createCategorySchema = z.object({
  name: categoryNameSchema,
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .optional(),
});
export type CreateCategory = z.infer<typeof createCategorySchema>;
export const categoryParamsSchema = z.object({ id: idSchema, categoryId: idSchema });
