import { z } from 'zod';
import { idSchema, timeSchema } from './common.ts';

/** GET /api/users (admin), newest first */
export const userSchema = z.object({
  id: idSchema,
  username: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  isAdmin: z.boolean(),
  createdAt: timeSchema,
  lastLoginAt: timeSchema.nullable(),
});
export type UserEntry = z.infer<typeof userSchema>;
export const userListSchema = z.array(userSchema);

/** DELETE /api/users/{id} (admin): ends the account and its sessions at once; its orders are kept. The last admin cannot be deleted. */
export const userDeletedResponseSchema = z.object({ deletedUserEmail: z.string() });
