import { z } from 'zod';
import { timeSchema } from './common.ts';
import { textSchema } from './texts.ts';

/** GET /api/admin/audit (admin), newest first. `q` searches the admin's address, the action and the label of the target. */
export const auditQuerySchema = z.object({
  q: textSchema(200).optional(),
  action: textSchema(60).optional(),
  targetType: textSchema(40).optional(),
  targetId: textSchema(64).optional(),
  from: timeSchema.optional(),
  to: timeSchema.optional(),
  cursor: textSchema(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export const auditEntrySchema = z.object({
  id: z.string(),
  occurredAt: timeSchema,
  adminEmail: z.string(),
  action: z.string(),
  target: z.object({ type: z.string(), id: z.string(), label: z.string() }),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  ip: z.string().nullable(),
});
export type AuditEntryView = z.infer<typeof auditEntrySchema>;
export const auditPageSchema = z.object({ entries: z.array(auditEntrySchema), nextCursor: z.string().nullable() });
