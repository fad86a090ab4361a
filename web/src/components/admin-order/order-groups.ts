import { type AdminLine, isHandled, normalise } from '@stagereel/contracts';
import type { AdminOrder } from '../../api/order-book.ts';
import { linesByOrder } from '../../lib/lines-by-order.ts';

/** One order with all of its lines. `orderNumber` is the base number, without the suffix of a line. */
export type OrderGroup = {
  orderNumber: string;
  lines: AdminLine[];
  orderDate: string;
  customerEmail: string;
  customerName: string;
  isHandled: boolean;
  payment: AdminLine['payment'];
};

const groups = new WeakMap<AdminOrder, OrderGroup>();

const groupOf = (order: AdminOrder): OrderGroup => {
  const known = groups.get(order);
  if (known) return known;
  const { orderNumber, lines } = order;
  const [{ orderDate, customerEmail, customerName, payment }] = lines;
  const isDone = lines.every(({ status }) => isHandled(status));
  const group = { orderNumber, lines, orderDate, customerEmail, customerName, isHandled: isDone, payment };
  groups.set(order, group);
  return group;
};

/** The orders as groups. An unchanged order keeps its group, so that its row is not rendered again. */
export const toGroups = (orders: readonly AdminOrder[]): OrderGroup[] => orders.map(groupOf);

/** The groups are in the order of their first lines. */
export const groupOrders = (lines: readonly AdminLine[]): OrderGroup[] => toGroups(linesByOrder(lines));

/** Whether a line of an unhandled order still needs its video. Others may be delivered already, because they were ready first. */
export const awaitsVideo = ({ productionPossible, videoDownloadUrl }: AdminLine): boolean =>
  !productionPossible && videoDownloadUrl === null;

/** Identifies the video that a line wants. Several customers may have ordered the same one; two contests may have the same name. */
export const videoKey = ({
  contestId,
  category,
  athleteNumber,
  style,
}: Pick<AdminLine, 'contestId' | 'category' | 'athleteNumber' | 'style'>): string =>
  JSON.stringify([contestId, category, athleteNumber, style]);

const normalisedText = (text: string): string => normalise(text).toLowerCase();

/** Made at the first search, because normalising thousands of orders takes longer than showing them. */
const searchTexts = new WeakMap<OrderGroup, string>();

const searchTextOf = (group: OrderGroup): string => {
  const known = searchTexts.get(group);
  if (known !== undefined) return known;
  const { orderNumber, customerEmail, customerName, lines } = group;
  const names = lines.flatMap((line) => [line.id, line.athleteNumber, line.athleteName ?? '', line.contestName]);
  const text = normalisedText([orderNumber, customerEmail, customerName, ...names].join('\n'));
  searchTexts.set(group, text);
  return text;
};

/** Every word must occur in an order number, email address, name, bib number, athlete or contest. Ignores width and letter case. */
export const matchesSearch = (group: OrderGroup, query: string): boolean =>
  query === '' ||
  normalisedText(query)
    .split(/\s+/u)
    .every((word) => searchTextOf(group).includes(word));
