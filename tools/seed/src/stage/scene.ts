import { drawFigure, type Pose } from './figure.ts';
import { between, createRandom } from './random.ts';

/** The colours of one contest: the darkness of the hall, the set behind the stage, the main lights and the coloured ones. */
export type Palette = { depth: string; set: string; light: string; glow: string };

/** What a picture or a video shows. The same scene gives the same picture. */
export type Scene = { palette: Palette; seed: number; poses: readonly Pose[]; width: number; height: number };

/** A drawing, and how far out of focus it is, in hundredths of the picture's height. */
export type Layer = { svg: string; blur: number };

/** Where the feet stand. All lengths are hundredths of the picture's height, x counts from the middle. */
const FLOOR = 84;

const frame = ({ width, height }: Scene, content: string): string => {
  const units = (100 * width) / height;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${-units / 2} 0 ${units} 100">${content}</svg>`;
};

const halfWidth = ({ width, height }: Scene): number => (50 * width) / height;

const radial = (id: string, color: string, strength: number): string =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="${color}" stop-opacity="${strength}"/><stop offset="0.45" stop-color="${color}" stop-opacity="${strength * 0.38}"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`;

/** The hall, the set with its light columns, and the shining floor. */
export const backLayer = (scene: Scene): Layer => {
  const { palette } = scene;
  const half = halfWidth(scene);
  const random = createRandom(scene.seed);
  const columns = Array.from({ length: 11 }, (_, index) => {
    const x = ((index - 5) / 5) * half * 0.96;
    const opacity = between(random, 0.25, 0.8) * (index % 2 === 0 ? 1 : 0.45);
    return `<rect x="${x - 0.5}" y="${between(random, 20, 34)}" width="1" height="44" rx="0.5" fill="${palette.glow}" opacity="${opacity}"/>`;
  }).join('');
  const lights = Array.from({ length: 16 }, () => {
    const [x, y, radius] = [between(random, -half, half), between(random, 12, 60), between(random, 1.6, 4.6)];
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${random() < 0.5 ? palette.light : palette.glow}" opacity="${between(random, 0.04, 0.16)}"/>`;
  }).join('');
  return {
    blur: 0.55,
    svg: frame(
      scene,
      `<defs>
        <linearGradient id="hall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palette.depth}"/><stop offset="0.62" stop-color="${palette.set}"/><stop offset="0.8" stop-color="${palette.depth}"/><stop offset="1" stop-color="#020207"/></linearGradient>
        <linearGradient id="floor" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palette.glow}" stop-opacity="0"/><stop offset="0.16" stop-color="${palette.glow}" stop-opacity="0.5"/><stop offset="0.42" stop-color="${palette.set}" stop-opacity="0.6"/><stop offset="1" stop-color="#020207"/></linearGradient>
        ${radial('wash', palette.glow, 0.75)}${radial('core', palette.light, 0.55)}
      </defs>
      <rect x="${-half}" width="${half * 2}" height="100" fill="url(#hall)"/>
      <ellipse cx="0" cy="52" rx="${half * 0.95}" ry="44" fill="url(#wash)"/>
      ${columns}${lights}
      <ellipse cx="0" cy="58" rx="${half * 0.5}" ry="36" fill="url(#core)"/>
      <rect x="${-half}" y="76" width="${half * 2}" height="24" fill="url(#floor)"/>
      <ellipse cx="0" cy="${FLOOR}" rx="${half * 0.62}" ry="5" fill="url(#core)"/>`,
    ),
  };
};

/** One side's light cones from above; `swing` moves them, -1 to 1. */
export const beamLayer = (scene: Scene, side: -1 | 1, swing = 0): Layer => {
  const { palette } = scene;
  const half = halfWidth(scene);
  const random = createRandom(scene.seed + (side === 1 ? 17 : 5));
  const count = Math.max(3, Math.round(half / 18) + 1);
  const cones = Array.from({ length: count }, (_, index) => {
    const from = side * ((index + 0.4) / count) * half * 1.02;
    const to = from * 0.3 - side * between(random, 6, 26) + swing * 26 * (index % 2 === 0 ? 1 : -0.6);
    const spread = between(random, 5.5, 11);
    const color = index % 2 === 0 ? 'warm' : 'cool';
    const end = between(random, 82, 92);
    const opacity = between(random, 0.6, 1);
    return `<g opacity="${opacity}"><polygon points="${from - 0.7},-4 ${from + 0.7},-4 ${to + spread},${end} ${to - spread},${end}" fill="url(#${color})"/>
      <polygon points="${from - 0.35},-4 ${from + 0.35},-4 ${to + spread * 0.4},${end} ${to - spread * 0.4},${end}" fill="url(#${color})"/>
      <ellipse cx="${from}" cy="-1" rx="5" ry="4" fill="url(#lamp)"/></g>`;
  });
  const cone = (id: string, color: string) =>
    `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" y1="-4" x2="0" y2="92"><stop offset="0" stop-color="${color}" stop-opacity="1"/><stop offset="0.25" stop-color="${color}" stop-opacity="0.55"/><stop offset="0.7" stop-color="${color}" stop-opacity="0.2"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></linearGradient>`;
  return {
    blur: 0.7,
    svg: frame(
      scene,
      `<defs>${cone('warm', palette.light)}${cone('cool', palette.glow)}${radial('lamp', palette.light, 1)}</defs>${cones.join('')}`,
    ),
  };
};

/** The athletes: dark bodies, an edge of light around them, and their reflection on the floor. */
export const athleteLayers = (scene: Scene): Layer[] => {
  const { palette, poses } = scene;
  const isTall = scene.height > scene.width;
  const middle = (poses.length - 1) / 2;
  const gap = isTall ? 21 : 33;
  const figures = (fill: string, { dx = 0, dy = 0, scale = 1 } = {}) =>
    poses
      .map((pose, index) => {
        const distance = Math.abs(index - middle);
        const height = (isTall ? 46 : 60) * (1 - distance * 0.1) * scale;
        return {
          distance,
          svg: drawFigure({
            pose,
            x: (index - middle) * gap + dx,
            y: FLOOR - distance * 1.2 + dy,
            height,
            facing: index > middle ? -1 : 1,
          }),
        };
      })
      .sort((a, b) => b.distance - a.distance)
      .map(({ svg }) => `<g fill="${fill}">${svg}</g>`)
      .join('');
  const edgeLight = `<defs><linearGradient id="edge" gradientUnits="userSpaceOnUse" x1="0" y1="-100" x2="0" y2="0"><stop offset="0" stop-color="${palette.light}"/><stop offset="0.5" stop-color="${palette.glow}" stop-opacity="0.75"/><stop offset="1" stop-color="${palette.glow}" stop-opacity="0.1"/></linearGradient></defs>`;
  const edge = { blur: 0.36, svg: frame(scene, `${edgeLight}${figures('url(#edge)')}`) };
  const bodies = { blur: 0.62, svg: frame(scene, figures('#0c080f', { dy: 0.2, scale: 0.99 })) };
  const reflection = {
    blur: 1.1,
    svg: frame(scene, `<g transform="translate(0 ${FLOOR * 2}) scale(1 -1)" opacity="0.55">${figures('#050409')}</g>`),
  };
  return [reflection, edge, bodies];
};

/** Dust in the light, sharp and unsharp. `shift` moves it upwards, in hundredths of the height. */
export const dustLayer = (scene: Scene, height = 100): Layer => {
  const half = halfWidth(scene);
  const random = createRandom(scene.seed + 99);
  const dots = Array.from({ length: 90 }, (_, index) => {
    const isNear = index % 9 === 0;
    const radius = isNear ? between(random, 0.9, 2.4) : between(random, 0.1, 0.34);
    const opacity = isNear ? between(random, 0.05, 0.16) : between(random, 0.25, 0.8);
    const color = random() < 0.6 ? scene.palette.light : scene.palette.glow;
    return `<circle cx="${between(random, -half, half)}" cy="${between(random, 4, height - 12)}" r="${radius}" fill="${color}" opacity="${opacity}"/>`;
  });
  return { blur: 0.12, svg: frame(scene, dots.join('')) };
};

/** The audience between the camera and the stage, far out of focus, some of it filming. */
export const crowdLayer = (scene: Scene): Layer => {
  const half = halfWidth(scene) * 1.15;
  const random = createRandom(scene.seed + 41);
  const people: string[] = [];
  for (let x = -half; x < half; x += between(random, 6.5, 10)) {
    const size = between(random, 0.72, 1.12);
    const y = between(random, 92, 97);
    const lean = between(random, -12, 12);
    people.push(
      `<g transform="translate(${x} ${y}) scale(${size}) rotate(${lean})"><ellipse cx="0" cy="0" rx="3.7" ry="4.8"/><path d="M-2,2 L2,2 L2.6,6 C8,7 11,10 12,22 L-12,22 C-11,10 -8,7 -2.6,6 Z"/></g>`,
    );
    if (random() < 0.14) {
      const arm = between(random, 4, 8);
      people.push(
        `<g transform="translate(${x + arm} ${y - 1}) rotate(${lean})"><path d="M-2,18 L-1.2,-4 L1.8,-4 L3,18 Z"/><rect x="-3.4" y="-8.4" width="7.4" height="4.4" rx="0.8"/><rect x="-2.8" y="-7.8" width="6.2" height="3.2" rx="0.4" fill="${scene.palette.light}" opacity="0.55"/></g>`,
      );
    }
  }
  return { blur: 0.95, svg: frame(scene, `<g fill="#030308">${people.join('')}</g>`) };
};
