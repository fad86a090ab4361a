import { type Honorific, type IssueReceipt, issueReceiptSchema, type ReceiptPageData } from '@stagereel/contracts';
import { withoutEmpty } from '../../../lib/form-rules.ts';

export const RECEIPT_FIELDS = ['addressee', 'proviso'] as const;

/** `honorific`: what the customer chose; null while the shop chooses. */
export type ReceiptValues = Pick<IssueReceipt, (typeof RECEIPT_FIELDS)[number]> & { honorific: Honorific | null };

/** Legal forms and their abbreviations, such as ㈱, and other words that only names of organisations contain. */
const ORGANISATION =
  /(株式|有限|合同|合資|合名|相互)会社|法人|組合|協会|連盟|財団|\((株|有|同|資|名|一社|公社|一財|公財|学|医|福|特非)\)|\b(inc|ltd|llc|corp|corporation)\b/iu;

/** 御中 for a company or another organisation, 様 for a person. */
export const guessHonorific = (addressee: string): Honorific => (ORGANISATION.test(addressee.normalize('NFKC')) ? '御中' : '様');

export const honorificOf = ({ honorific, addressee }: Pick<ReceiptValues, 'honorific' | 'addressee'>): Honorific =>
  honorific ?? guessHonorific(addressee);

const DEFAULT_PROVISO = 'スポーツ大会動画データ代として';

/** The values of the latest receipt. Before the first one: the customer's name, if the caller may know it, and the default proviso. */
export const initialValues = ({ latest, customerName }: ReceiptPageData): ReceiptValues => ({
  addressee: latest?.addressee ?? customerName ?? '',
  honorific: latest && latest.honorific !== guessHonorific(latest.addressee) ? latest.honorific : null,
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
  const wanted = { ...values, honorific: honorificOf(values) };
  const isSame =
    unanswered?.addressee === wanted.addressee && unanswered.honorific === wanted.honorific && unanswered.proviso === wanted.proviso;
  return isSame ? unanswered : { ...wanted, key: newKey() };
};
