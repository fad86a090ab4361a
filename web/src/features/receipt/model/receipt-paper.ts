import type { Receipt } from '@stagereel/contracts';

/** Whoever wrote a title of respect needs no second one. */
const HAS_TITLE = /(様|御中|殿|先生)$/u;

/** The addressee as a receipt names them. */
export const addressedTo = (addressee: string): string => (HAS_TITLE.test(addressee) ? addressee : `${addressee} 様`);

/** `但し、…として`: written once, whatever was typed. */
export const provisoLine = (proviso: string): string => `但し、${proviso.replace(/^但し[、,]?\s*/u, '')}`;

/** What the lines cost together before anything was given back. Yen. */
export const orderTotal = ({ total, refundedAmount }: Pick<Receipt, 'total' | 'refundedAmount'>): number => total + refundedAmount;
