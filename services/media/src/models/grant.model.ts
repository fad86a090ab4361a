import { type Connection, type Model, Schema } from 'mongoose';
import type { Grant, GrantTicket } from '../domain/downloads/grants.ts';
import type { Ledger } from '../domain/downloads/ledger.ts';

export type GrantDocument = Omit<Grant, 'claimId' | 'tickets' | 'endedAt' | 'ledger'> & {
  _id: string;
  ledger: Omit<Ledger, 'open'> & Partial<Pick<Ledger, 'open'>>;
  endedAt?: Date;
  tickets: GrantTicket[];
};
export type GrantModel = Model<GrantDocument>;

const text = { type: String, required: true };
const count = { type: Number, required: true };
const time = { type: Date, required: true };
const part = { _id: false, excludeIndexes: true } as const;

const grantSchema = new Schema<GrantDocument>(
  {
    _id: text,
    mediaId: text,
    browser: text,
    until: time,
    title: text,
    // Written whole with every stretch that leaves: made of plain numbers by the domain, and not gone through part by part.
    ledger: { type: Schema.Types.Mixed, required: true },
    revision: count,
    endedAt: Date,
    tickets: [new Schema<GrantTicket>({ token: text, expiresAt: time, begunAt: { type: Date, default: null } }, part)],
  },
  { collection: 'downloadGrants', versionKey: false },
);
grantSchema.index({ 'tickets.token': 1 });
grantSchema.index({ until: 1 });

export const createGrantModel = (connection: Connection): GrantModel => connection.model<GrantDocument>('DownloadGrant', grantSchema);
