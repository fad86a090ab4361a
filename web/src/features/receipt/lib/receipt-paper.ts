import type { Receipt } from '@stagereel/contracts';

/** An addressee with an honorific gets no second one. */
const HAS_TITLE = /(様|御中|殿|先生)$/u;

/** The addressee with an honorific. */
export const addresseeLine = (addressee: string): string => (HAS_TITLE.test(addressee) ? addressee : `${addressee} 様`);

/** `但し、…として`, exactly once, whatever was entered. */
export const provisoLine = (proviso: string): string => `但し、${proviso.replace(/^但し[、,]?\s*/u, '')}`;

/** The order's total before refunds, in yen. */
export const orderTotal = ({ total, refundedAmount }: Pick<Receipt, 'total' | 'refundedAmount'>): number => total + refundedAmount;
