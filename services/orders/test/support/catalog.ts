import { type OrderItem, type QuotedLine, quoteRefusalSchema, quoteSchema, type RefusedItem } from '@stagereel/contracts';
import { type FakeHandler, startFakeServer } from '@stagereel/service-kit/testing';

export const CONTEST = { id: 'contest-1', name: '関東オープン 2026' };
const PRICES = { 縦動画: 5000, 横動画: 4500 } as const;
/** The bib of an athlete whose videos are free. */
export const FREE_ATHLETE = 'F1';

const priceOf = ({ athleteNumber, videoStyle }: OrderItem): number => (athleteNumber === FREE_ATHLETE ? 0 : PRICES[videoStyle]);

/** The bibs that the fake catalog refuses. */
const REFUSED: Record<string, RefusedItem['code']> = {
  '404': 'AthleteNotFound',
  '409': 'AthleteNotOnSale',
};

const refusalOf = (item: OrderItem): RefusedItem['code'] | undefined => {
  if (item.contestId === 'hidden') return 'ContestNotPublished';
  return item.contestId === CONTEST.id ? REFUSED[item.athleteNumber] : 'ContestNotFound';
};

const quote = (item: OrderItem): QuotedLine => ({
  ...item,
  contestName: CONTEST.name,
  athleteName: `選手${item.athleteNumber}`,
  price: priceOf(item),
});

/** One item of the contest; different bibs are different videos. */
export const itemOf = (athleteNumber: string, videoStyle: OrderItem['videoStyle'] = '縦動画'): OrderItem => ({
  contestId: CONTEST.id,
  category: 'メンズフィジーク',
  athleteNumber,
  videoStyle,
});

export const sumOf = (items: readonly OrderItem[]): number => items.reduce((sum, item) => sum + priceOf(item), 0);

export const QUOTE_ROUTE = 'POST /internal/quote';

/** Responds as the catalog does, with the schemas of the contract. */
export const handleQuote: FakeHandler = ({ body }) => {
  const { items } = body as { items: OrderItem[] };
  const refused = items.flatMap((item, index) => {
    const code = refusalOf(item);
    return code ? [{ index, code }] : [];
  });
  return refused.length > 0
    ? { status: 409, body: quoteRefusalSchema.parse({ code: 'ItemsUnavailable', message: '販売していません。', refused }) }
    : { body: quoteSchema.parse({ lines: items.map(quote) }) };
};

export const startFakeCatalog = () => startFakeServer({ [QUOTE_ROUTE]: handleQuote });
