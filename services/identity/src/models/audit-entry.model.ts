import { isDuplicateKey } from '@stagereel/service-kit';
import { type Connection, Schema } from 'mongoose';
import type { AuditEntry, AuditLog } from '../domain/audit/audit-log.ts';

type AuditRecord = Omit<AuditEntry, 'eventId'> & { _id: string };

const targetSchema = new Schema<AuditEntry['target']>(
  { type: { type: String, required: true }, id: { type: String, required: true }, label: { type: String, default: '' } },
  { _id: false, id: false },
);
const schema = new Schema<AuditRecord>(
  {
    _id: String,
    occurredAt: { type: Date, required: true },
    correlationId: { type: String, required: true },
    adminId: { type: String, required: true },
    adminEmail: { type: String, required: true },
    action: { type: String, required: true },
    target: { type: targetSchema, required: true },
    before: { type: Schema.Types.Mixed, default: null },
    after: { type: Schema.Types.Mixed, default: null },
    ip: { type: String, default: null },
  },
  { versionKey: false, minimize: false },
);
schema.index({ occurredAt: -1 });
schema.index({ 'target.type': 1, 'target.id': 1, occurredAt: -1 });

/** Kept for good: it is the record of who did what. */
export const createAuditLog = (connection: Connection): AuditLog => {
  const Entry = connection.model('AuditEntry', schema, 'audit-entries');
  return {
    append: async ({ eventId, ...fields }) => {
      try {
        await Entry.create({ _id: eventId, ...fields });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
  };
};
