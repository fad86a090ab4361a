import { type OrderItem, type QuotedLine, quoteRefusalSchema, quoteSchema, type RefusedItem } from '@stagereel/contracts';
import { type StandInHandler, startStandIn } from '@stagereel/service-kit/testing';

export const CONTEST = { id: 'contest-1', name: '関東オープン 2026' };
const PRICES = { 縦動画: 5000, 横動画: 4500 } as const;
/** A bib whose videos cost nothing. */
export const FREE = 'F1';

const priceOf = ({ athleteNumber, videoStyle }: OrderItem): number => (athleteNumber === FREE ? 0 : PRICES[videoStyle]);

/** What the stand-in's catalog says no to, by bib number. */
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

/** One item of the contest; two calls with different bibs are two videos. */
export const itemOf = (athleteNumber: string, videoStyle: OrderItem['videoStyle'] = '縦動画'): OrderItem => ({
  contestId: CONTEST.id,
  category: 'メンズフィジーク',
  athleteNumber,
  videoStyle,
});

export const sumOf = (items: readonly OrderItem[]): number => items.reduce((sum, item) => sum + priceOf(item), 0);

export const QUOTE = 'POST /internal/quote';

/** Answers as the catalog does, by the contract's schemas. */
export const answerQuote: StandInHandler = ({ body }) => {
  const { items } = body as { items: OrderItem[] };
  const refused = items.flatMap((item, index) => {
    const code = refusalOf(item);
    return code ? [{ index, code }] : [];
  });
  return refused.length > 0
    ? { status: 409, body: quoteRefusalSchema.parse({ code: 'ItemsUnavailable', message: '販売していません。', refused }) }
    : { body: quoteSchema.parse({ lines: items.map(quote) }) };
};

/** A real HTTP server in the catalog's place. */
export const startCatalog = () => startStandIn({ [QUOTE]: answerQuote });
