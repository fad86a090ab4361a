import type { Disagreements } from './accounts.ts';
import { type ChaosFigures, type ChaosPlan, type FaultResult, RECOVERY_MS } from './run-chaos.ts';

type Promised = { text: string; isKept: boolean; details: readonly string[] };

const BOOKS: Record<keyof Disagreements, string> = {
  lost: 'every charged payment has an order',
  unpaid: 'every order has a successful payment',
  doubled: 'no card is charged twice, and no order is stored twice',
  withoutMail: 'every paid order has its confirmation mail',
  mailedTwice: 'no order has two different confirmation mails',
  misdirected: 'every confirmation mail went to the customer who paid',
};

const nameOf = ({ server, kind }: FaultResult): string => `${server}, ${kind}`;

const promisesOf = ({ faults, disagreements, purchases }: ChaosFigures): Promised[] => {
  const books = Object.entries(BOOKS).map(([kind, text]) => {
    const details = disagreements[kind as keyof Disagreements];
    return { text, isKept: details.length === 0, details };
  });
  const unhealthy = faults.filter(({ recoveryMs }) => recoveryMs === undefined);
  const entered = faults.filter(({ admin }) => admin && admin.accepted > 0);
  const tried = faults.filter(({ admin }) => admin && admin.requests > 0);
  const gaveUp = purchases.filter(({ isCharged }) => !isCharged);
  return [
    ...books,
    {
      text: `after each fault, a whole purchase succeeds within ${RECOVERY_MS / 1000} s`,
      isKept: faults.length > 0 && unhealthy.length === 0,
      details: unhealthy.map(nameOf),
    },
    {
      text: 'while Redis cannot be reached, no admin gets in',
      isKept: tried.length > 0 && entered.length === 0,
      details: entered.map(nameOf),
    },
    { text: 'no customer had to give up', isKept: gaveUp.length === 0, details: gaveUp.map(({ email }) => email) },
  ];
};

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

const rowOf = (fault: FaultResult): string => {
  const healthy = fault.recoveryMs === undefined ? `not within ${RECOVERY_MS / 1000} s` : `${(fault.recoveryMs / 1000).toFixed(1)} s`;
  const admin = fault.admin ? `${fault.admin.accepted} of ${fault.admin.requests}` : '';
  return `| ${fault.server} | ${fault.kind} | ${fault.seconds} s | ${fault.killed.join(', ')} | ${healthy} | ${admin} |`;
};

/** The figures as a Markdown page, and whether every promise is kept. */
export const chaosReport = ({ plan, figures }: { plan: ChaosPlan; figures: ChaosFigures }): { text: string; isKept: boolean } => {
  const { purchases, faults, payments, repeatedMails, lastMailSeconds, seconds } = figures;
  const promises = promisesOf(figures);
  const durations = purchases.map((bought) => bought.seconds);
  const lines = [
    '# Purchases under faults',
    '',
    `Seed ${plan.seed}, ${Math.round(seconds)} s.`,
    '',
    ...promises.map(
      ({ text, isKept, details }) => `- ${isKept ? 'kept' : '**broken**'}: ${text}${isKept ? '' : ` (${details.join('; ')})`}`,
    ),
    '',
    `- Purchases: ${purchases.length}, of which ${purchases.filter(({ isConfirmed }) => isConfirmed).length} were confirmed on the screen and ` +
      `${purchases.filter(({ retries }) => retries > 0).length} needed a repeated click. Payments at the provider: ${payments}.`,
    `- Time of a purchase: half within ${percentile(durations, 0.5).toFixed(1)} s, 95 % within ${percentile(durations, 0.95).toFixed(1)} s.`,
    `- The last mail arrived ${Math.round(lastMailSeconds)} s after the last purchase. ${repeatedMails} mails arrived more than once as the same message.`,
    '',
    '| server | fault | length | services killed | healthy after | admin requests accepted |',
    '|---|---|---|---|---|---|',
    ...faults.map(rowOf),
  ];
  return { text: `${lines.join('\n')}\n`, isKept: promises.every(({ isKept }) => isKept) };
};
