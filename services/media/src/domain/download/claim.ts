import type { ByteQuota } from './byte-quota.ts';

/** A link that starts one download. */
export type DownloadTicket = {
  token: string;
  /** The download must be started before this time. */
  expiresAt: Date;
  /** The time of the first request for bytes; null before. */
  begunAt: Date | null;
};

/** A customer has claimed the download of an order line in one browser: that browser may download one file, within a byte quota. */
export type DownloadClaim = {
  claimId: string;
  mediaId: string;
  /** The hash of the browser's cookie. */
  browser: string;
  /** The claim expires at this time. */
  until: Date;
  /** The file name without its extension. */
  title: string;
  /** The download page. */
  pageId: string;
  quota: ByteQuota;
  /** Increased with every write of the quota. */
  revision: number;
  tickets: DownloadTicket[];
  /** Set when orders ended the claim before it expired. */
  endedAt: Date | null;
};

/** A claim that orders has ended. `until`: when it would have expired. */
export type EndedClaim = { claimId: string; until: Date };

export type ClaimRepository = {
  /** Creates the claim when this is its first ticket. */
  addTicket: (input: { claim: Omit<DownloadClaim, 'revision' | 'tickets' | 'endedAt'>; ticket: DownloadTicket }) => Promise<void>;
  /** Null when the claim was ended. */
  findActive: (claimId: string) => Promise<DownloadClaim | null>;
  /** Of these claims, those that were not ended. */
  listActive: (claimIds: readonly string[]) => Promise<DownloadClaim[]>;
  findByTicket: (token: string) => Promise<DownloadClaim | null>;
  /** Records the first use of a ticket. */
  markBegun: (input: { token: string; at: Date }) => Promise<void>;
  /** False when the stored revision is a different one. */
  saveQuota: (input: { claimId: string; revision: number; quota: ByteQuota }) => Promise<boolean>;
  /** Ends the claim and increases its revision, so that reservations under way fail. Ending an unknown claim rejects its later tickets. */
  end: (input: EndedClaim & { at: Date }) => Promise<void>;
};
