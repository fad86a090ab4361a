import { cpus } from 'node:os';
import { type Fault, RECOVERY_MS } from './faults/cause-faults.ts';
import type { PhaseLoad } from './measure/machine.ts';
import { byStep, type ErrorFigures, type StepFigures, summarise } from './measure/recorder.ts';
import type { RehearsalPlan } from './plan/command.ts';
import { RUSH_PHASES } from './plan/schedule.ts';
import type { Deliveries } from './play/deliver-videos.ts';
import type { Download } from './play/download-videos.ts';
import type { Visit } from './play/visit.ts';
import { type Disagreements, PROMISES } from './verify/books.ts';

export type RehearsalFigures = {
  plan: RehearsalPlan;
  /** The address of a staging shop; undefined for a shop of its own. */
  staging: string | undefined;
  visits: readonly Visit[];
  rushSeconds: number;
  /** How long after the last visit the last confirmation mail came. */
  lastMailSeconds: number;
  deliveries: Deliveries;
  downloads: readonly Download[];
  faults: readonly Fault[];
  /** The services that were killed during the rush. */
  kills: readonly string[];
  steps: readonly StepFigures[];
  errors: readonly ErrorFigures[];
  loads: readonly PhaseLoad[];
  disagreements: Disagreements;
  seconds: number;
};

const SHOWN_DETAILS = 10;
const MACHINE_IS_FULL = 0.9;
const PROCESS_IS_FULL = 0.8;
/** Cores that other programs use. */
const OTHERS_DISTURB = 0.3;

const time = (ms: number): string => (Number.isNaN(ms) ? '–' : ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);
const percent = (share: number | undefined): string => (share === undefined || Number.isNaN(share) ? '–' : `${Math.round(share * 100)} %`);
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---').join('|')}|`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
  '',
];

type Verdict = { text: string; isKept: boolean; details: readonly string[] };

const nameOf = ({ server, kind }: Fault): string => `${server}, ${kind}`;

const verdictsOfFaults = (faults: readonly Fault[]): Verdict[] => {
  if (faults.length === 0) return [];
  const unhealthy = faults.filter(({ recoveryMs }) => recoveryMs === undefined);
  const tried = faults.filter(({ admin }) => admin !== undefined);
  const entered = tried.filter(({ admin }) => admin && admin.accepted > 0);
  return [
    {
      text: `after each fault, a whole purchase succeeds within ${RECOVERY_MS / 1000} s`,
      isKept: unhealthy.length === 0,
      details: unhealthy.map(nameOf),
    },
    {
      text: 'while Redis cannot be reached, no admin gets in',
      isKept: tried.length > 0 && entered.length === 0,
      details: entered.map(nameOf),
    },
  ];
};

const verdictsOf = ({ disagreements, visits, faults }: RehearsalFigures): Verdict[] => {
  const kinds = Object.entries(PROMISES) as [keyof Disagreements, string][];
  const books = kinds.map(([kind, text]) => ({ text, isKept: disagreements[kind].length === 0, details: disagreements[kind] }));
  const gaveUp = visits.flatMap(({ gaveUp: reason, email }) => (reason ? [`${email} at "${reason.step}": ${reason.kind}`] : []));
  const refused = visits.flatMap(({ gaveUp: reason, phase, email }) =>
    phase === 'hall' && reason && /^(429|403)/.test(reason.kind) ? [`${email}: ${reason.kind}`] : [],
  );
  return [
    ...books,
    { text: 'no visitor had to give up', isKept: gaveUp.length === 0, details: gaveUp },
    { text: 'no visitor in the hall was turned away because all share one address', isKept: refused.length === 0, details: refused },
    ...verdictsOfFaults(faults),
  ];
};

const verdictRow = ({ text, isKept, details }: Verdict): string[] => {
  const more = details.length > SHOWN_DETAILS ? [`and ${details.length - SHOWN_DETAILS} more`] : [];
  return [text, isKept ? 'yes' : '**NO**', [...details.slice(0, SHOWN_DETAILS), ...more].join('; ')];
};

/** The processes by their CPU time in the phase, the largest first. */
const busiest = ({ cpu }: PhaseLoad): [string, number][] => Object.entries(cpu).sort(([, a], [, b]) => b - a);

const PEAK_MS = 10_000;
/** The most paid orders per second within ten seconds. */
const peakRate = (visits: readonly Visit[]): number => {
  const times = visits.flatMap(({ chargedAt }) => chargedAt ?? []).sort((a, b) => a - b);
  const counts = times
    .map((from, index) => times.slice(index).findIndex((at) => at >= from + PEAK_MS))
    .map((count, index) => (count === -1 ? times.length - index : count));
  return Math.max(0, ...counts) / (PEAK_MS / 1000);
};

const phaseRows = ({ visits, plan, steps }: RehearsalFigures) =>
  RUSH_PHASES.map(({ name, time: share }) => {
    const own = visits.filter(({ phase }) => phase === name);
    const seconds = share * plan.minutes * 60;
    const paid = own.filter(({ chargedAt }) => chargedAt !== undefined).length;
    const ms = (step: string) => summarise(steps.find((each) => each.phase === name && each.step === step)?.durations ?? []);
    const mail = ms('receive the confirmation');
    return [
      name,
      `${Math.round(seconds)} s`,
      own.length,
      (own.length / seconds).toFixed(1),
      paid,
      (paid / seconds).toFixed(1),
      `${time(ms('read the athletes').p99)}`,
      `${time(ms('begin the payment').p99)}`,
      `${time(mail.p50)} / ${time(mail.p99)}`,
    ];
  });

const totalOf = ({ cpu }: PhaseLoad): number => Object.values(cpu).reduce((sum, share) => sum + share, 0);

/** Which part limits first, in the phase of the rush in which the shop worked most. */
export const bottleneckOf = (loads: readonly PhaseLoad[], cores: number = cpus().length): string => {
  const rush = loads.filter(({ phase }) => RUSH_PHASES.some(({ name }) => name === phase));
  const hardest = rush.toSorted((a, b) => totalOf(b) - totalOf(a))[0];
  const [first, second] = hardest ? busiest(hardest) : [];
  if (!hardest || !first) return 'The load of the processes is unknown, because the shop runs elsewhere and `--metrics` was not given.';
  const [name, share] = first;
  const { machine } = hardest;
  const inPhase = `In the phase "${hardest.phase}", ${name} used most CPU time (${percent(share)} of one core${second ? `, then ${second[0]} with ${percent(second[1])}` : ''}).`;
  const others = machine === undefined ? 0 : Math.max(0, machine * cores - totalOf(hardest));
  const facts =
    machine === undefined
      ? `${inPhase} Only processes whose metrics were given are known.`
      : `${inPhase} All parts of the rehearsal together used ${totalOf(hardest).toFixed(2)} of ${cores} cores, other programs ${others.toFixed(2)}.`;
  const isMachineFull = machine !== undefined && machine >= MACHINE_IS_FULL;
  if (share >= PROCESS_IS_FULL) return `**${name} limits first**: its one thread is almost always busy. ${facts}`;
  if (isMachineFull && others < OTHERS_DISTURB)
    return `**The machine limits first**: all cores are busy, and no process has reached a whole core. ${facts}`;
  if (isMachineFull) return `**Other programs kept the machine busy**, so times are longer than those of the shop alone. ${facts}`;
  return `**Nothing was at its limit.** ${name} would be the first process to reach a whole core. ${facts}`;
};

/** CPU time in ms per paid order in the whole rush, with everything that visitors did who bought nothing. */
export const cpuPerOrder = (loads: readonly PhaseLoad[], paid: number): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const { phase, seconds, cpu } of loads) {
    if (!RUSH_PHASES.some(({ name }) => name === phase)) continue;
    for (const [name, share] of Object.entries(cpu)) sums[name] = (sums[name] ?? 0) + (share * seconds * 1000) / Math.max(1, paid);
  }
  return sums;
};

const perOrderTable = (loads: readonly PhaseLoad[], paid: number): string[] => {
  const rows = Object.entries(cpuPerOrder(loads, paid)).sort(([, a], [, b]) => b - a);
  if (rows.length === 0) return [];
  const total = rows.reduce((sum, [, ms]) => sum + ms, 0);
  return [
    'CPU time per paid order in the rush, with all visitors who bought nothing. Other programs on the machine hardly change it.',
    '',
    ...table(['process', 'ms'], [...rows.map(([name, ms]) => [name, ms.toFixed(1)]), ['together', total.toFixed(1)]]),
    `At this cost, ${cpus().length} cores are fully busy with ${((cpus().length * 1000) / total).toFixed(1)} paid orders per second.`,
    '',
  ];
};

const loadTables = (loads: readonly PhaseLoad[]): string[] => {
  if (loads.length === 0) return [];
  const names = [...new Set(loads.flatMap((load) => busiest(load).map(([name]) => name)))];
  const services = Object.keys(loads[0]?.loopDelayMs ?? {});
  return [
    'CPU time in percent of one core, on average (in brackets: the highest ten seconds). "generator" is the rehearsal with its mail server.',
    '',
    ...table(
      ['process', ...loads.map(({ phase }) => phase)],
      [
        ...names.map((name) => [name, ...loads.map(({ cpu, peak }) => `${percent(cpu[name])} (${percent(peak[name])})`)]),
        ...(loads.some(({ machine }) => machine !== undefined)
          ? [[`machine, of ${cpus().length} cores`, ...loads.map(({ machine }) => percent(machine))]]
          : []),
      ],
    ),
    'How long events waited in each service (event loop, p99):',
    '',
    ...table(
      ['service', ...loads.map(({ phase }) => phase)],
      services.map((name) => [name, ...loads.map(({ loopDelayMs }) => time(loopDelayMs[name] ?? Number.NaN))]),
    ),
  ];
};

const faultTable = (faults: readonly Fault[]): string[] => {
  if (faults.length === 0) return [];
  const rows = faults.map(({ server, kind, ms, recoveryMs, admin }) => {
    const accepted = admin ? `${admin.accepted} of ${admin.requests}` : '';
    return [server, kind, time(ms), recoveryMs === undefined ? '**too late**' : time(recoveryMs), accepted];
  });
  return ['## Faults', '', ...table(['server', 'fault', 'length', 'a purchase succeeded after', 'admin requests accepted'], rows)];
};

/** The report as a Markdown page, and whether everything agrees. */
export const rehearsalReport = (figures: RehearsalFigures): { text: string; isKept: boolean } => {
  const { plan, staging, visits, steps, errors, loads, deliveries, downloads, faults, kills } = figures;
  const verdicts = verdictsOf(figures);
  const isKept = verdicts.every((verdict) => verdict.isKept);
  const count = (test: (visit: Visit) => boolean): number => visits.filter(test).length;
  const paid = count(({ chargedAt }) => chargedAt !== undefined);
  const kept = visits.reduce((sum, visit) => ({ of: sum.of + visit.kept.of, count: sum.count + visit.kept.count }), { of: 0, count: 0 });
  const cuts = downloads.reduce((sum, download) => sum + download.cuts, 0);
  const lines = [
    '# Rehearsal of a contest',
    '',
    `Seed \`${plan.seed}\`, ${staging === undefined ? 'in a shop of its own' : `in the shop at ${staging}`}, ${Math.round(figures.seconds)} s in all.`,
    `**${isKept ? 'Everything agrees.' : 'Something does not agree.'}**`,
    '',
    '## Verdict',
    '',
    ...table(['what must be true', 'kept', 'where not'], verdicts.map(verdictRow)),
    '## What was played',
    '',
    `- A contest of ${plan.athletes} athletes, and a rush of ${plan.minutes} minutes with ${visits.length} visitors: ${count(({ behaviour }) => behaviour === 'buys')} wanted to buy, ` +
      `${count(({ behaviour }) => behaviour === 'looks')} only looked, ${count(({ behaviour }) => behaviour === 'abandons-cart')} abandoned their cart, ${count(({ behaviour }) => behaviour === 'abandons-code')} never entered their code.`,
    `- ${paid} orders were paid, ${(paid / (plan.minutes * 60)).toFixed(1)} per second on average and ${peakRate(visits).toFixed(1)} per second in the highest ten seconds. ${count(({ card, chargedAt }) => chargedAt !== undefined && card.startsWith('three-d-secure'))} buyers had 3-D Secure, ` +
      `${visits.reduce((sum, { declines }) => sum + declines, 0)} payments were declined, ${count(({ chargedAt, isConfirmed }) => chargedAt !== undefined && !isConfirmed)} buyers closed the page after the payment.`,
    `- Browsers asked ${kept.of} times whether their copy of a list is still valid; ${kept.count} times it was.`,
    `- The last confirmation mail was there ${figures.lastMailSeconds.toFixed(1)} s after the last visitor had left.`,
    `- ${deliveries.delivered.length} videos were delivered, ${deliveries.delivered.filter(({ link }) => link === undefined).length} of them as files, the others as links. ${deliveries.declined.length} videos were declined and paid back.`,
    `- ${downloads.length} videos were claimed, with ${cuts} broken connections.`,
    ...(kills.length > 0 ? [`- Services that were killed during the rush: ${kills.join(', ')}.`] : []),
    '',
    ...faultTable(faults),
    '## Rates by phase',
    '',
    'Arrivals are planned beforehand; slow responses delay none. Times count from the moment at which the visitor wanted to begin.',
    '',
    ...table(
      [
        'phase',
        'length',
        'visitors',
        'per second',
        'paid orders',
        'per second',
        'athlete list p99',
        'begin payment p99',
        'mail p50 / p99 after the payment',
      ],
      phaseRows(figures),
    ),
    '## Times by step',
    '',
    ...table(
      ['step', 'count', 'p50', 'p95', 'p99', 'max'],
      byStep(steps).map(({ step, durations }) => {
        const { count: times, p50, p95, p99, max } = summarise(durations);
        return [step, times, time(p50), time(p95), time(p99), time(max)];
      }),
    ),
    '## Errors by kind',
    '',
    ...(errors.length === 0
      ? ['None.', '']
      : table(
          ['phase', 'step', 'error', 'times'],
          errors.map(({ phase, step, kind, count: times }) => [phase, step, kind, times]),
        )),
    '## What limits',
    '',
    bottleneckOf(loads),
    '',
    ...perOrderTable(loads, paid),
    ...loadTables(loads),
  ];
  return { text: `${lines.join('\n').trimEnd()}\n`, isKept };
};
