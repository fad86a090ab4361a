import type { VideoStyle } from '@stagereel/contracts';
import { type Random, seededRandom } from './seeded.ts';

/**
 * The parts of the rush. `time`: its share of the rush; `visitors`: its share of the visitors. At first everybody comes at the same time.
 * In the hall, all visitors have the address of its Wi-Fi.
 */
export const RUSH_PHASES = [
  { name: 'opening', time: 0.2, visitors: 0.4, isOneAddress: false },
  { name: 'afternoon', time: 0.3, visitors: 0.3, isOneAddress: false },
  { name: 'hall', time: 0.2, visitors: 0.16, isOneAddress: true },
  { name: 'evening', time: 0.3, visitors: 0.14, isOneAddress: false },
] as const;
export type RushPhase = (typeof RUSH_PHASES)[number]['name'];

/** For each buyer, this many visitors only look, abandon their cart at the payment, or never enter the mailed code. */
const OTHERS = { looks: 0.3, 'abandons-cart': 0.1, 'abandons-code': 0.05 } as const;
export type Behaviour = 'buys' | keyof typeof OTHERS;

/** The shares of the buyers whose first card is declined, whose bank asks for a confirmation, and who refuse it at first. The others pay at once. */
const CARD_SHARES = { 'declined-first': 0.06, 'three-d-secure': 0.05, 'three-d-secure-refused-first': 0.02 } as const;
export type CardStory = 'accepted' | keyof typeof CARD_SHARES;

/** Buyers who close the page after the payment, so that only the provider tells the shop about it. */
const LEAVES_AFTER_PAYING = 0.04;
/** Visitors who return to the athletes before they decide: their browser asks whether its copy is still valid. */
const LOOKS_AGAIN = 0.5;
const HALL_ADDRESS = '203.0.113.7';

export type PlannedVisit = {
  index: number;
  /** When the visitor arrives, in ms from the start of the rush. */
  atMs: number;
  /** `recovery`: not of the rush, but after a fault. */
  phase: RushPhase | 'recovery';
  /** The address in `X-Forwarded-For`. */
  address: string;
  behaviour: Behaviour;
  card: CardStory;
  leavesAfterPaying: boolean;
  looksAgain: boolean;
  /** `athlete`: which of those on sale, as a share of the list. */
  videos: readonly { athlete: number; style: VideoStyle }[];
};

/** The admin signs in from here once, as before a real contest: then the shop knows the network of the hall. */
export const ADMIN_ADDRESS = HALL_ADDRESS;

/** An address of the range that is reserved for load tests (RFC 2544): 131,072 of them. */
const addressOf = (index: number): string => `198.${18 + ((index >> 16) & 1)}.${(index >> 8) & 255}.${index & 255}`;

/** 70 % buy one video, 20 % two, the others three. */
const planVideos = (random: Random): PlannedVisit['videos'] => {
  const share = random();
  const count = share < 0.7 ? 1 : share < 0.9 ? 2 : 3;
  const first = random();
  const isVertical = random() < 0.6;
  // Different athletes, and so never the same video twice in one order.
  return Array.from({ length: count }, (_, at) => ({
    athlete: (first + at / count) % 1,
    style: isVertical === (at % 2 === 0) ? '縦動画' : '横動画',
  }));
};

const pickCard = (share: number): CardStory => {
  let from = 0;
  for (const [story, size] of Object.entries(CARD_SHARES)) {
    from += size;
    if (share < from) return story as CardStory;
  }
  return 'accepted';
};

/** Deterministic shuffle (Fisher–Yates). */
const shuffle = <Item>(items: Item[], random: Random): Item[] => {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other] as Item, items[last] as Item];
  }
  return items;
};

/**
 * Plans all visits before the first one begins, by time of arrival. Within a phase, times are independent of each other, as those of
 * real visitors. Slow responses delay no arrival.
 */
export const planVisits = ({ seed, buyers, minutes }: { seed: string; buyers: number; minutes: number }): PlannedVisit[] => {
  const random = seededRandom(`${seed} visits`);
  const others = Object.entries(OTHERS).flatMap(([behaviour, share]) =>
    Array.from({ length: Math.round(buyers * share) }, () => behaviour as Behaviour),
  );
  const behaviours = shuffle([...Array.from({ length: buyers }, (): Behaviour => 'buys'), ...others], random);
  const total = behaviours.length;
  const rushMs = minutes * 60_000;

  const arrivals: { atMs: number; phase: (typeof RUSH_PHASES)[number] }[] = [];
  let [startMs, planned] = [0, 0];
  for (const phase of RUSH_PHASES) {
    const isLast = phase === RUSH_PHASES.at(-1);
    const count = isLast ? total - planned : Math.round(total * phase.visitors);
    for (let each = 0; each < count; each += 1) arrivals.push({ atMs: startMs + random() * phase.time * rushMs, phase });
    startMs += phase.time * rushMs;
    planned += count;
  }

  return arrivals
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ atMs, phase }, index) => ({
      index,
      atMs,
      phase: phase.name,
      address: phase.isOneAddress ? HALL_ADDRESS : addressOf(index),
      behaviour: behaviours[index] ?? 'looks',
      card: pickCard(random()),
      leavesAfterPaying: random() < LEAVES_AFTER_PAYING,
      looksAgain: random() < LOOKS_AGAIN,
      videos: planVideos(random),
    }));
};
