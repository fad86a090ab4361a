import type { Receipt } from '@stagereel/contracts';

/** An addressee that ends with an honorific gets no second one. */
const HAS_HONORIFIC = /(様|御中|殿|先生)$/u;

export const hasHonorific = (addressee: string): boolean => HAS_HONORIFIC.test(addressee.trim());

/** The addressee with an honorific. */
export const addresseeLine = ({ addressee, honorific }: Pick<Receipt, 'addressee' | 'honorific'>): string =>
  hasHonorific(addressee) ? addressee : `${addressee} ${honorific}`;

/** `但し、…として`, exactly once, whatever was entered. */
export const provisoLine = (proviso: string): string => `但し、${proviso.replace(/^但し[、,]?\s*/u, '')}`;

/** The order's total before refunds, in yen. */
export const orderTotal = ({ total, refundedAmount }: Pick<Receipt, 'total' | 'refundedAmount'>): number => total + refundedAmount;
