import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderItem, PaymentIntentResponse } from '@stagereel/contracts';
import { CARDS, type Customer, itemOf, openCustomer, priceOf, ShopError } from '@stagereel/shop-client';
import { isDisturbed } from '../plan/command.ts';
import type { CardStory, PlannedVisit } from '../plan/schedule.ts';
import { type Random, seededRandom } from '../plan/seeded.ts';
import { openReader } from './page-reader.ts';
import { kindOf, type PreparedPlay, takeStep } from './play.ts';

/** One visit, as the visitor saw it. */
export type Visit = Pick<PlannedVisit, 'index' | 'phase' | 'behaviour' | 'card'> & {
  email: string;
  /** Undefined: no payment was begun. */
  orderNumber: string | undefined;
  items: readonly OrderItem[];
  /** Yen. */
  amount: number;
  /** The provider said that the card is charged; the time by Date.now(). */
  chargedAt: number | undefined;
  /** The shop said that the order is placed. */
  isConfirmed: boolean;
  declines: number;
  /** The copies of lists that the browser could keep (304), of all that it asked about. */
  kept: { of: number; count: number };
  /** The step at which the visitor gave up, and why. */
  gaveUp: { step: string; kind: string } | undefined;
};

/** Pauses are as planned in a rush of at least this length, and shorter in a shorter one. */
const UNHURRIED_MINUTES = 5;
const PATIENCE_MS = 60_000;
/** Longer than every fault together with what the shop needs afterwards. */
const FAULT_PATIENCE_MS = 300_000;

const CODE_INVALID = '400 CodeInvalid';
/** Neither yes nor no: the request may have been processed. */
const isUnanswered = (error: unknown): boolean => !(error instanceof ShopError) || error.status === 502 || error.status === 504;

/** The cards that a customer tries, and what the customer answers when the bank asks for a confirmation. */
const CARD_STORIES: Record<CardStory, readonly { card: string; isAllowed: boolean }[]> = {
  accepted: [{ card: CARDS.ok, isAllowed: true }],
  'declined-first': [
    { card: CARDS.declined, isAllowed: true },
    { card: CARDS.ok, isAllowed: true },
  ],
  'three-d-secure': [{ card: CARDS.threeDSecure, isAllowed: true }],
  'three-d-secure-refused-first': [
    { card: CARDS.threeDSecure, isAllowed: false },
    { card: CARDS.ok, isAllowed: true },
  ],
};

/** Answers on the bank's page, and returns whether the payment succeeded. */
const authenticate = async (url: string, isAllowed: boolean): Promise<boolean> => {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision: isAllowed ? 'allow' : 'refuse' }),
    signal: AbortSignal.timeout(30_000),
  });
  const returned = response.headers.get('location');
  if (response.status !== 303 || !returned) throw new Error(`The bank's page returned ${response.status}`);
  return new URL(returned).searchParams.get('redirect_status') === 'succeeded';
};

/** Pays with one card, through 3-D Secure if the bank asks for it. */
const payWith = async (
  customer: Customer,
  intent: PaymentIntentResponse,
  { card, isAllowed }: { card: string; isAllowed: boolean },
): Promise<boolean> => {
  const { status, httpStatus, next_action: next } = await customer.confirmCard(intent, card);
  if (httpStatus >= 500) throw new Error(`The card provider returned ${httpStatus}`);
  if (status === 'succeeded') return true;
  const url = next?.redirect_to_url?.url;
  return status === 'requires_action' && url !== undefined && authenticate(url, isAllowed);
};

type VisitInput = {
  play: PreparedPlay;
  planned: PlannedVisit;
  startedAt: number;
  files: readonly string[];
  /** Without any pause, and with this patience. */
  hurry?: { patienceMs: number };
};

const visitorOf = ({ play, planned }: VisitInput): Visit => {
  const { onSale } = play.contest;
  const athletes = planned.videos.map(({ athlete, style }) => ({ athlete: onSale[Math.floor(athlete * onSale.length)], style }));
  const known = athletes.flatMap(({ athlete, style }) => (athlete ? [{ athlete, style }] : []));
  return {
    index: planned.index,
    phase: planned.phase,
    behaviour: planned.behaviour,
    card: planned.card,
    email: `visitor-${planned.index}-${play.runId}@example.jp`,
    orderNumber: undefined,
    items: known.map(({ athlete, style }) => itemOf(athlete, style)),
    amount: known.reduce((sum, { athlete, style }) => sum + priceOf(athlete, style), 0),
    chargedAt: undefined,
    isConfirmed: false,
    declines: 0,
    kept: { of: 0, count: 0 },
    gaveUp: undefined,
  };
};

/** Plays one visit from its planned arrival on. Never throws: what the visitor reached is in the result. */
export const playVisit = async (input: VisitInput): Promise<Visit> => {
  const { play, planned, startedAt, files, hurry } = input;
  const { shop, contest, plan, signal } = play;
  const { phase, address } = planned;
  const visit = visitorOf(input);
  const random: Random = seededRandom(`${plan.seed} pauses ${planned.index}`);
  const pace = hurry ? 0 : Math.min(1, plan.minutes / UNHURRIED_MINUTES);
  const patienceMs = hurry?.patienceMs ?? (isDisturbed(plan) ? FAULT_PATIENCE_MS : PATIENCE_MS);

  let intendedAt = startedAt + planned.atMs;
  let current = '';
  /** Each step begins when its pause is over, whether or not the timer was on time. */
  const step = async <Result>(name: string, attempt: () => Promise<Result>): Promise<Result> => {
    current = name;
    const result = await takeStep(play, { phase, step: name, intendedAt, patienceMs }, attempt);
    intendedAt = performance.now();
    return result;
  };
  const pause = async (from: number, to: number): Promise<void> => {
    intendedAt += (from + random() * (to - from)) * pace * 1000;
    await sleep(Math.max(0, intendedAt - performance.now()), undefined, { signal });
  };

  const look = async (): Promise<void> => {
    const reader = openReader(shop.gateway, address);
    const base = `/api/contests/${contest.id}`;
    const athletes = `${base}/athletes?includeDeleted=false`;
    await step('open the page', async () => {
      await reader.read(`/order-form/${contest.slug}`);
      await Promise.all(files.map(reader.read));
    });
    await step('read the contest', () =>
      Promise.all([base, `${base}/categories`, `${base}/price-description`, `${base}/media`].map(reader.read)),
    );
    await step('read the athletes', () => reader.read(athletes));
    await pause(3, 15);
    if (!planned.looksAgain) return;
    await step('read the athletes again', async () => {
      const copies = await Promise.all([reader.read(base), reader.read(athletes)]);
      visit.kept = { of: copies.length, count: copies.filter(({ status }) => status === 304).length };
    });
    await pause(2, 8);
  };

  const receiveCode = async (customer: Customer, earlierMails: ReadonlySet<string>): Promise<string> => {
    const { email } = visit;
    const requestedAt = intendedAt;
    await step('request a code', () => customer.call({ method: 'POST', path: '/api/send-verification-code', body: { email } }));
    intendedAt = requestedAt;
    return step('receive the code', () => shop.mailbox.waitForCode({ to: email, except: earlierMails }));
  };

  const proveAddress = async (customer: Customer): Promise<boolean> => {
    let earlierMails: ReadonlySet<string> = new Set();
    for (;;) {
      const code = await receiveCode(customer, earlierMails);
      if (planned.behaviour === 'abandons-code') return false;
      await pause(4, 10);
      const body = { email: visit.email, code };
      let mayBeUsed = false;
      const enter = () =>
        customer.call({ method: 'POST', path: '/api/verify-email-code', body }).catch((error: unknown) => {
          mayBeUsed ||= isUnanswered(error);
          throw error;
        });
      try {
        await step('enter the code', enter);
        return true;
      } catch (error) {
        // The response to a code that was accepted did not arrive: the visitor presses the button for another one.
        if (!isDisturbed(plan) || !mayBeUsed || kindOf(error) !== CODE_INVALID) throw error;
        intendedAt = performance.now();
        earlierMails = await shop.mailbox.idsOf(visit.email);
      }
    }
  };

  const pay = async (customer: Customer, intent: PaymentIntentResponse): Promise<void> => {
    for (const attempt of CARD_STORIES[planned.card]) {
      await pause(8, 20);
      if (await step('pay by card', () => payWith(customer, intent, attempt))) {
        visit.chargedAt = Date.now();
        return;
      }
      visit.declines += 1;
    }
    throw new Error('No card was accepted');
  };

  const buy = async (): Promise<void> => {
    const customer = openCustomer({ gateway: shop.gateway, mailbox: shop.mailbox, headers: { 'x-forwarded-for': address } });
    if (!(await proveAddress(customer))) return;
    await pause(3, 10);
    const { email, items, amount } = visit;
    // One key for all attempts: they are one payment.
    const key = crypto.randomUUID();
    const basket = { items: [...items], amount, customer: { email, name: '予行 花子' } };
    const intent = await step('begin the payment', () => customer.createPaymentIntent(basket, key));
    visit.orderNumber = intent.orderNumber;
    if (planned.behaviour === 'abandons-cart') return;
    // With faults, the shop knows the provider by another address than its customers.
    await pay(customer, { ...intent, providerUrl: plan.hasFaults ? shop.stripe.url : intent.providerUrl });
    if (planned.leavesAfterPaying) return;
    await step('place the order', () => customer.placeOrders(intent, items));
    visit.isConfirmed = true;
    await step('ask for the mail', () => customer.requestConfirmationMail(intent.orderNumber));
  };

  try {
    await sleep(Math.max(0, intendedAt - performance.now()), undefined, { signal });
    await look();
    if (planned.behaviour !== 'looks') await buy();
  } catch (error) {
    visit.gaveUp = { step: current, kind: kindOf(error) };
  }
  return visit;
};
