import type { Ledger } from './ledger.ts';

/** Opens a download once, in time. */
export type GrantTicket = {
  token: string;
  /** Until when it can be begun with. */
  expiresAt: Date;
  /** Null until its first byte was asked for. */
  begunAt: Date | null;
};

/** What one claim gives one browser: a file, until a time, as often as its ledger allows. */
export type Grant = {
  claimId: string;
  mediaId: string;
  /** The hash of the browser's cookie. */
  browser: string;
  until: Date;
  /** The file's name without its extension. */
  title: string;
  ledger: Ledger;
  /** Grows with every write of the ledger. */
  revision: number;
  tickets: GrantTicket[];
  /** Set once it gives nothing more, though its time is not over. */
  endedAt: Date | null;
};

/** A claim that orders takes back, and when it would have ended by itself. */
export type EndedClaim = { claimId: string; until: Date };

export type GrantStore = {
  /** Makes the grant if it is a claim's first, and gives it one more ticket. */
  addTicket: (input: { grant: Omit<Grant, 'revision' | 'tickets' | 'endedAt'>; ticket: GrantTicket }) => Promise<void>;
  /** Null also for one that was ended. */
  find: (claimId: string) => Promise<Grant | null>;
  findByTicket: (token: string) => Promise<Grant | null>;
  /** Notes the first time a ticket was used. */
  begin: (input: { token: string; at: Date }) => Promise<void>;
  /** False when the revision is another one by now. */
  saveLedger: (input: { claimId: string; revision: number; ledger: Ledger }) => Promise<boolean>;
  /** Lets it give nothing more; what is being counted by an older revision is not. A claim that is not known yet will never give anything. */
  end: (input: EndedClaim & { at: Date }) => Promise<void>;
  removeEndedBefore: (time: Date) => Promise<void>;
};
