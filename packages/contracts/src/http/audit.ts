import { z } from 'zod';
import { timeSchema } from './common.ts';

/** GET /api/admin/audit (admin), newest first. `q` searches the admin's address, the action and the label of the target. */
export const auditQuerySchema = z.object({
  q: z.string().max(200).optional(),
  action: z.string().max(60).optional(),
  targetType: z.string().max(40).optional(),
  targetId: z.string().max(64).optional(),
  from: timeSchema.optional(),
  to: timeSchema.optional(),
  cursor: z.string().max(200).optional(),
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
