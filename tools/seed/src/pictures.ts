import sharp from 'sharp';

/** The colours of one contest: background, stage, spotlights and glow. */
export type Palette = { depth: string; stage: string; light: string; glow: string };

type Scene = { palette: Palette; width: number; height: number };

const beam = ({ from, to, spread, opacity }: { from: number; to: number; spread: number; opacity: number }): string =>
  `<polygon points="${from - 1},0 ${from + 1},0 ${to + spread},78 ${to - spread},78" fill="url(#beam)" opacity="${opacity}"/>`;

/** An athlete with both arms raised, drawn from a few round shapes, standing at (x, y). */
const athlete = ({ x, y, size }: { x: number; y: number; size: number }): string =>
  `<g transform="translate(${x} ${y}) scale(${size})" fill="url(#body)" stroke="url(#body)" stroke-linecap="round" stroke-linejoin="round">
    <circle cx="0" cy="-34" r="3.6" stroke="none"/>
    <path d="M-8,-28 Q0,-31 8,-28 L4.5,-15 L-4.5,-15 Z" stroke-width="1.5"/>
    <path d="M-8,-28 L-15,-30 L-11,-40 M8,-28 L15,-30 L11,-40" fill="none" stroke-width="4"/>
    <path d="M-2.6,-14 L-5,-6 L-5.4,0 M2.6,-14 L5,-6 L5.4,0" fill="none" stroke-width="5"/>
  </g>`;

/** The heads of the audience in front of the stage; the same in every picture. */
const crowd = Array.from({ length: 27 }, (_, index) => {
  const x = index * 6.2 - 1 + Math.sin(index * 2.3) * 1.4;
  return `<circle cx="${x.toFixed(1)}" cy="${(90 - Math.cos(index * 1.7) * 1.2).toFixed(1)}" r="2.5"/>`;
}).join('');

/** A stage with lights, athletes and audience on a canvas of 160 by 90, scaled to the size of the picture. */
const stageSvg = ({ palette, width, height }: Scene): string => `
<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 160 90" preserveAspectRatio="xMidYMid slice">
  <defs>
    <linearGradient id="room" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="${palette.depth}"/><stop offset="1" stop-color="${palette.stage}"/>
    </linearGradient>
    <linearGradient id="beam" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="${palette.light}" stop-opacity="0.75"/><stop offset="1" stop-color="${palette.light}" stop-opacity="0"/>
    </linearGradient>
    <radialGradient id="glow"><stop offset="0" stop-color="${palette.glow}" stop-opacity="0.85"/><stop offset="1" stop-color="${palette.glow}" stop-opacity="0"/></radialGradient>
    <linearGradient id="body" gradientUnits="userSpaceOnUse" x1="0" y1="-40" x2="0" y2="0">
      <stop offset="0" stop-color="#fff4e3"/><stop offset="1" stop-color="${palette.glow}"/>
    </linearGradient>
  </defs>
  <rect width="160" height="90" fill="url(#room)"/>
  <ellipse cx="80" cy="66" rx="74" ry="34" fill="url(#glow)"/>
  ${beam({ from: 14, to: 46, spread: 16, opacity: 0.55 })}
  ${beam({ from: 146, to: 114, spread: 16, opacity: 0.55 })}
  ${beam({ from: 80, to: 80, spread: 24, opacity: 0.9 })}
  <path d="M0,78 Q80,70 160,78 L160,90 L0,90 Z" fill="${palette.depth}"/>
  <path d="M0,78 Q80,70 160,78" fill="none" stroke="${palette.light}" stroke-width="0.5" opacity="0.8"/>
  ${athlete({ x: 47, y: 75, size: 0.82 })}
  ${athlete({ x: 113, y: 75, size: 0.82 })}
  ${athlete({ x: 80, y: 74, size: 1.12 })}
  <g fill="#05060a" opacity="0.85">${crowd}</g>
</svg>`;

/** The stage as JPEG. */
export const drawStage = (scene: Scene): Promise<Buffer> =>
  sharp(Buffer.from(stageSvg(scene)))
    .jpeg({ quality: 86 })
    .toBuffer();
