import { addressKeysIn, isDuplicateKey, mentionsAddress, replaceAddress } from '@stagereel/service-kit';
import { type Connection, Schema } from 'mongoose';
import type { AuditEntry, AuditLog, AuditQuery } from '../domain/audit/audit-log.ts';

type AuditRecord = Omit<AuditEntry, 'eventId'> & {
  _id: string;
  /** The keys of the addresses in the entry, by which its index finds it. Missing in old entries. */
  mentions?: string[];
};

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
    mentions: { type: [String], default: undefined },
  },
  { versionKey: false, minimize: false },
);
schema.index({ occurredAt: -1, _id: -1 });
schema.index({ 'target.type': 1, occurredAt: -1, _id: -1 });
schema.index({ 'target.id': 1, occurredAt: -1, _id: -1 });
schema.index({ action: 1, occurredAt: -1, _id: -1 });
// Not sparse: it also finds the old entries, which have no keys.
schema.index({ mentions: 1 });

const REGEX_SPECIALS = /[.*+?^${}()|[\]\\/-]/g;
/** Escapes the words: what a user types is never a pattern. */
const containsAnyOf = (words: readonly string[]) => {
  const pattern = { $regex: words.map((word) => word.replace(REGEX_SPECIALS, '\\$&')).join('|'), $options: 'i' };
  return { $or: [{ adminEmail: pattern }, { action: pattern }, { 'target.label': pattern }] };
};

const filterOf = ({ words, action, targetType, targetId, from, to, after }: AuditQuery) => {
  const conditions = [
    action !== undefined && { action },
    targetType !== undefined && { 'target.type': targetType },
    targetId !== undefined && { 'target.id': targetId },
    from && { occurredAt: { $gte: from } },
    to && { occurredAt: { $lte: to } },
    after && { $or: [{ occurredAt: { $lt: after.occurredAt } }, { occurredAt: after.occurredAt, _id: { $lt: after.eventId } }] },
    words.length > 0 && containsAnyOf(words),
  ].filter((condition) => typeof condition === 'object');
  return conditions.length > 0 ? { $and: conditions } : {};
};

const toEntry = ({ _id, mentions: _mentions, ...fields }: AuditRecord): AuditEntry => ({ eventId: _id, ...fields });

/** The fields that can contain an address. */
const textsOf = ({ adminEmail, target, before, after }: AuditRecord) => ({ adminEmail, target, before, after });

/** Entries that can mention the address. */
const canMention = (email: string) => ({ mentions: { $in: [...addressKeysIn(email), null] } });

/** Entries are never deleted. */
export const createAuditLog = (connection: Connection): AuditLog => {
  const Entry = connection.model('AuditEntry', schema, 'audit-entries');
  return {
    append: async ({ eventId, ...fields }) => {
      try {
        await Entry.create({ _id: eventId, ...fields, mentions: addressKeysIn(textsOf({ _id: eventId, ...fields })) });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
    find: async (query) => {
      const found = await Entry.find(filterOf(query)).sort({ occurredAt: -1, _id: -1 }).limit(query.limit).lean<AuditRecord[]>();
      return found.map(toEntry);
    },
    findMentioning: async (email) => {
      const found: AuditEntry[] = [];
      for await (const entry of Entry.find(canMention(email)).sort({ occurredAt: -1, _id: -1 }).lean<AuditRecord[]>().cursor()) {
        if (mentionsAddress(textsOf(entry), email)) found.push(toEntry(entry));
      }
      return found;
    },
    pseudonymise: async ({ email, pseudonym, until, eventId }) => {
      const filter = { ...canMention(email), occurredAt: { $lte: until }, ...(eventId !== undefined && { _id: eventId }) };
      for await (const entry of Entry.find(filter).lean<AuditRecord[]>().cursor()) {
        const texts = textsOf(entry);
        if (!mentionsAddress(texts, email)) continue;
        const replaced = replaceAddress(texts, { email, pseudonym });
        await Entry.updateOne({ _id: entry._id }, { $set: { ...replaced, mentions: addressKeysIn(replaced) } });
      }
    },
  };
};
