import { type IssueReceipt, issueReceiptSchema, type ReceiptPageData } from '@stagereel/contracts';
import { withoutEmpty } from '../../../lib/form-rules.ts';

export const RECEIPT_FIELDS = ['addressee', 'proviso'] as const;
export type ReceiptValues = Pick<IssueReceipt, (typeof RECEIPT_FIELDS)[number]>;

const DEFAULT_PROVISO = 'スポーツ大会動画データ代として';

/** The values of the latest receipt. Before the first one: the customer's name and the default proviso. */
export const initialValues = ({ latest, customerName }: ReceiptPageData): ReceiptValues => ({
  addressee: latest?.addressee ?? customerName,
  proviso: latest?.proviso ?? DEFAULT_PROVISO,
});

const { addressee, proviso } = issueReceiptSchema.shape;

export const receiptProblems = (values: ReceiptValues) =>
  withoutEmpty({
    addressee: addressee.safeParse(values.addressee).error?.issues[0]?.message,
    proviso: proviso.safeParse(values.proviso).error?.issues[0]?.message,
  });

/**
 * The receipt to request. A request without a response keeps its idempotency key, so that repeating it issues no second receipt; another
 * text is another receipt.
 */
export const receiptToRequest = (input: { values: ReceiptValues; unanswered: IssueReceipt | null; newKey: () => string }): IssueReceipt => {
  const { values, unanswered, newKey } = input;
  const isSame = unanswered?.addressee === values.addressee && unanswered.proviso === values.proviso;
  return isSame ? unanswered : { ...values, key: newKey() };
};
