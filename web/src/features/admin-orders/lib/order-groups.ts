import { type AdminLine, isHandled, normalise } from '@stagereel/contracts';
import { type LinesOfOrder, linesByOrder } from '../../../lib/lines-by-order.ts';

/** One order with all of its lines. `orderNumber` is the base number, without the suffix of a line. */
export type OrderGroup = {
  orderNumber: string;
  lines: AdminLine[];
  orderDate: string;
  customerEmail: string;
  customerName: string;
  isHandled: boolean;
  payment: AdminLine['payment'];
  /** The searchable texts, normalised. */
  searchText: string;
};

/** Whether a line of an unhandled order still needs its video. Others may be delivered already, because they were ready first. */
export const awaitsVideo = ({ productionPossible, videoDownloadUrl }: AdminLine): boolean =>
  !productionPossible && videoDownloadUrl === null;

const normalisedText = (text: string): string => normalise(text).toLowerCase();

const groupOf = ({ orderNumber, lines }: LinesOfOrder<AdminLine>): OrderGroup => {
  const [first] = lines;
  const names = lines.flatMap((line) => [line.id, line.athleteNumber, line.athleteName ?? '', line.contestName]);
  return {
    orderNumber,
    lines,
    orderDate: first.orderDate,
    customerEmail: first.customerEmail,
    customerName: first.customerName,
    isHandled: lines.every(({ status }) => isHandled(status)),
    payment: first.payment,
    searchText: normalisedText([orderNumber, first.customerEmail, first.customerName, ...names].join('\n')),
  };
};

/** The groups are in the order of their first lines. */
export const groupOrders = (lines: readonly AdminLine[]): OrderGroup[] => linesByOrder(lines).map(groupOf);

/** Every word must occur in an order number, email address, name, bib number, athlete or contest. Ignores width and letter case. */
export const matchesSearch = (group: OrderGroup, query: string): boolean =>
  normalisedText(query)
    .split(/\s+/u)
    .every((word) => group.searchText.includes(word));
