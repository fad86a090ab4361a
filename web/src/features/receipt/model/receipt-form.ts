import type { IssueReceipt, ReceiptState } from '@stagereel/contracts';
import { issueReceiptSchema } from '@stagereel/contracts';
import { saidOnly } from '../../../lib/person-rules.ts';

export const RECEIPT_FIELDS = ['addressee', 'proviso'] as const;
export type ReceiptValues = Pick<IssueReceipt, (typeof RECEIPT_FIELDS)[number]>;

const DEFAULT_PROVISO = 'スポーツ大会動画データ代として';

/** What the newest receipt said, else the customer's own name. */
export const openingValues = ({ latest, customerName }: ReceiptState): ReceiptValues => ({
  addressee: latest?.addressee ?? customerName,
  proviso: latest?.proviso ?? DEFAULT_PROVISO,
});

const { addressee, proviso } = issueReceiptSchema.shape;

export const receiptProblems = (values: ReceiptValues) =>
  saidOnly({
    addressee: addressee.safeParse(values.addressee).error?.issues[0]?.message,
    proviso: proviso.safeParse(values.proviso).error?.issues[0]?.message,
  });

/**
 * The receipt to ask for. One that was asked for and not answered keeps its key, so that asking again issues no second one;
 * another text is another receipt.
 */
export const wantedReceipt = (input: { values: ReceiptValues; unanswered: IssueReceipt | null; newKey: () => string }): IssueReceipt => {
  const { values, unanswered, newKey } = input;
  const isSame = unanswered?.addressee === values.addressee && unanswered.proviso === values.proviso;
  return isSame ? unanswered : { ...values, key: newKey() };
};
