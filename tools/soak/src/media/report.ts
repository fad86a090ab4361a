import type { MediaSoakFigures, MediaSoakPlan } from './soak-media.ts';

/** What media may hold while many upload at once, in MiB. */
const MEDIA_MIB = 200;

type Promised = { text: string; isKept: boolean };
type Input = { plan: MediaSoakPlan; figures: MediaSoakFigures };

const promisesOf = ({ plan, figures: { broken, together } }: Input): Promised[] => {
  const { sent, stored, delivered } = broken.sha256;
  const { service } = together.memory;
  return [
    {
      text: `${broken.cuts} of ${plan.cuts} connections were cut`,
      isKept: broken.cuts === plan.cuts,
    },
    {
      text: `media was killed ${broken.kills.media} of ${plan.kills.media} times, the gateway ${broken.kills.gateway} of ${plan.kills.gateway}`,
      isKept: broken.kills.media === plan.kills.media && broken.kills.gateway === plan.kills.gateway,
    },
    { text: 'the file that arrived has the SHA-256 of the one that was sent', isKept: stored === sent && delivered === sent },
    { text: `${together.wholeFiles} of ${plan.uploads} files uploaded at once are whole`, isKept: together.wholeFiles === plan.uploads },
    {
      text: service > 0 ? `media stayed under ${MEDIA_MIB} MiB: ${service} MiB` : 'media could not be measured: that takes Linux',
      isKept: service > 0 && service < MEDIA_MIB,
    },
  ];
};

/** The figures and what they mean, as lines, and whether every promise holds. */
export const mediaReport = (input: Input): { text: string; isKept: boolean } => {
  const { plan, figures } = input;
  const { broken, together } = figures;
  const { service, helpers, atOnce } = together.memory;
  const helperPeaks = Object.entries(helpers).map(([name, mib]) => `${name} ${mib} MiB`);
  const rows: [string, string][] = [
    ['seed', plan.seed],
    [
      `${plan.sizeMib} MiB, broken off`,
      `${broken.seconds.toFixed(1)} s, resumed ${broken.rounds - 1} times, media at most ${broken.peakMib} MiB`,
    ],
    ['SHA-256 sent', broken.sha256.sent],
    ['SHA-256 stored', broken.sha256.stored],
    ['SHA-256 delivered', broken.sha256.delivered],
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
