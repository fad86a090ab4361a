import type { MediaSoakFigures, MediaSoakPlan } from './soak-media.ts';

/** The limit for media's memory during many simultaneous uploads, in MiB. */
const MEDIA_MIB = 200;

type Result = { text: string; isKept: boolean };
type Input = { plan: MediaSoakPlan; figures: MediaSoakFigures };

const promisesOf = ({ plan, figures: { interrupted, together } }: Input): Result[] => {
  const { sent, stored, delivered } = interrupted.sha256;
  const { service } = together.memory;
  return [
    {
      text: `${interrupted.cuts} of ${plan.cuts} connections were cut`,
      isKept: interrupted.cuts === plan.cuts,
    },
    {
      text: `media was killed ${interrupted.kills.media} of ${plan.kills.media} times, the gateway ${interrupted.kills.gateway} of ${plan.kills.gateway}`,
      isKept: interrupted.kills.media === plan.kills.media && interrupted.kills.gateway === plan.kills.gateway,
    },
    { text: 'the delivered file has the SHA-256 of the file that was sent', isKept: stored === sent && delivered === sent },
    {
      text: `${together.completeFiles} of ${plan.uploads} files uploaded at once are complete`,
      isKept: together.completeFiles === plan.uploads,
    },
    {
      text:
        service > 0 ? `media stayed under ${MEDIA_MIB} MiB: ${service} MiB` : 'the memory of media could not be measured: that needs Linux',
      isKept: service > 0 && service < MEDIA_MIB,
    },
  ];
};

/** The figures and the result of each promise as lines, and whether every promise holds. */
export const mediaReport = (input: Input): { text: string; isKept: boolean } => {
  const { plan, figures } = input;
  const { interrupted, together } = figures;
  const { service, helpers, atOnce } = together.memory;
  const helperPeaks = Object.entries(helpers).map(([name, mib]) => `${name} ${mib} MiB`);
  const rows: [string, string][] = [
    ['seed', plan.seed],
    [
      `${plan.sizeMib} MiB, interrupted`,
      `${interrupted.seconds.toFixed(1)} s, resumed ${interrupted.rounds - 1} times, media at most ${interrupted.peakMib} MiB`,
    ],
    ['SHA-256 sent', interrupted.sha256.sent],
    ['SHA-256 stored', interrupted.sha256.stored],
    ['SHA-256 delivered', interrupted.sha256.delivered],
    [
      `${plan.uploads} × ${plan.uploadMib} MiB at once`,
      `${together.seconds.toFixed(1)} s, media at most ${service} MiB, with its helpers ${atOnce} MiB`,
    ],
    ['its helpers', helperPeaks.join(', ') || 'none were started'],
  ];
  const promises = promisesOf(input);
  const lines = [
    ...rows.map(([name, value]) => `${name.padEnd(24)}${value}`),
    ...promises.map(({ text, isKept }) => `${isKept ? 'HOLDS ' : 'BROKEN'} ${text}`),
  ];
  return { text: lines.join('\n'), isKept: promises.every(({ isKept }) => isKept) };
};
