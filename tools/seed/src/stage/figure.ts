/** A round point of a body, in units of a hundredth of its height: feet at y = 0, x to the right, y downwards. */
type Joint = readonly [x: number, y: number, radius: number];

/** A limb through its joints, thick as each joint is. */
const limb = (...joints: Joint[]): string => {
  const round = joints.map(([x, y, radius]) => `<circle cx="${x}" cy="${y}" r="${radius}"/>`);
  const bones = joints.slice(1).map((end, index) => bone(joints[index] ?? end, end));
  return [...round, ...bones].join('');
};

const bone = ([x1, y1, r1]: Joint, [x2, y2, r2]: Joint): string => {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [nx, ny] = [(y1 - y2) / length, (x2 - x1) / length];
  const corners = [
    [x1 + nx * r1, y1 + ny * r1],
    [x2 + nx * r2, y2 + ny * r2],
    [x2 - nx * r2, y2 - ny * r2],
    [x1 - nx * r1, y1 - ny * r1],
  ];
  return `<polygon points="${corners.map(([x = 0, y = 0]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ')}"/>`;
};

const head = (x: number, y: number): string => `<ellipse cx="${x}" cy="${y}" rx="4.6" ry="6.2"/>`;

/** Front double biceps. */
const doubleBiceps = [
  head(0, -93),
  limb([0, -88, 3.4], [0, -82, 5]),
  '<path d="M-3,-86 C-6,-83 -12,-84 -16,-81 C-20,-78 -19,-72 -15.5,-69 C-14,-62 -9.5,-57 -8,-52 C-8.5,-49 -9.5,-46 -10,-42 L10,-42 C9.5,-46 8.5,-49 8,-52 C9.5,-57 14,-62 15.5,-69 C19,-72 20,-78 16,-81 C12,-84 6,-83 3,-86 Z"/>',
  ...[-1, 1].map((side) =>
    [
      limb([side * 15, -78, 4.6], [side * 21.5, -80.5, 4.7], [side * 28, -80, 3.4], [side * 26.5, -87, 3.3], [side * 22.5, -93.5, 2.2]),
      `<circle cx="${side * 21.8}" cy="-95.5" r="2.9"/>`,
    ].join(''),
  ),
  limb([-5.2, -44, 5.6], [-8.4, -36, 6.7], [-8.6, -26, 4], [-9.9, -18, 4.1], [-10, -7, 2.3], [-12, -1.6, 1.9], [-15, -1.2, 1.3]),
  limb([5.2, -44, 5.6], [8.4, -36, 6.7], [9.4, -26, 4], [11.4, -18, 4.1], [12, -7, 2.3], [14, -1.6, 1.9], [17, -1.2, 1.3]),
].join('');

/** One hand on the waist, the other arm away from the body. */
const quarterTurn = [
  head(1, -94),
  limb([0.6, -89, 3], [0, -83, 4.6]),
  '<path d="M-3,-86 C-7,-84 -13,-84 -16,-80 C-18,-76 -16,-71 -13.5,-67 C-11,-60 -8,-57 -7,-52 L-9,-43 L9,-43 L6.6,-52 C8,-58 12,-62 13.6,-68 C16,-72 17,-78 14.5,-81 C11,-84 6,-84 3,-86 Z"/>',
  limb([-15, -78, 4.4], [-19.5, -70, 4.1], [-22.5, -63, 3.1], [-17, -57, 3], [-10.5, -53, 2.2]),
  limb([14.5, -78, 4.4], [18.5, -69, 4], [22, -60, 3], [25, -52, 2.7], [27.5, -46, 1.9], [28.5, -43, 1.9]),
  limb([-4.6, -44, 5.4], [-7, -35, 6.1], [-6.6, -25, 3.7], [-7.6, -18, 3.9], [-7, -7, 2.2], [-8, -1.6, 1.8], [-11, -1.2, 1.3]),
  limb([4.6, -44, 5.4], [8.6, -35, 6], [10.4, -25, 3.6], [12.6, -18, 3.8], [13, -7, 2.2], [14.6, -1.6, 1.8], [18, -1.2, 1.3]),
].join('');

/** A front pose in high heels, with long hair and the weight on one leg. */
const bikiniFront = [
  head(0.6, -93.5),
  '<path d="M-4,-97 C-9,-92 -7,-82 -10,-74 C-5,-72 -3,-80 -2,-88 L4,-88 C5,-81 7,-74 10,-76 C8,-84 8,-94 4.6,-98 C2,-100 -2,-100 -4,-97 Z"/>',
  limb([0.6, -91, 4.2], [0.8, -85, 4], [0, -82, 3.4]),
  '<path d="M-2.4,-85 C-5,-83 -9,-83.5 -11,-81 C-12.4,-78 -10.6,-74 -9.4,-70 C-8,-64 -6.4,-61 -5.6,-57 C-6.6,-52 -10,-49 -10.4,-43 L9.6,-41 C10,-48 7,-52 5.6,-57 C6.4,-62 8.4,-66 9.4,-71 C10.4,-75 12,-79 10.6,-81.4 C9,-83.6 5,-83 2.4,-85 Z"/>',
  limb([-10.4, -79.5, 2.9], [-15.6, -71, 2.5], [-19, -64, 2.1], [-14, -58.5, 2], [-8.6, -54.5, 1.7]),
  limb([10.2, -79.5, 2.9], [14.6, -70, 2.5], [18.6, -61.5, 2], [22.6, -55, 1.8], [26.6, -50, 1.5], [29, -49.4, 1.2]),
  limb([-4.6, -43, 5.6], [-5.6, -34, 4.9], [-4.2, -25, 3.1], [-4.6, -18, 3.2], [-3, -8, 1.7], [-3, -3.6, 1.5], [-5, -0.9, 1]),
  limb([4.6, -42, 5.4], [8.6, -33, 4.8], [10.2, -24.5, 3], [13, -17, 3.1], [14.6, -8, 1.7], [15, -3.6, 1.5], [18, -0.9, 1]),
].join('');

const POSES = { doubleBiceps, quarterTurn, bikiniFront } as const;
export type Pose = keyof typeof POSES;

/** An athlete in a pose as SVG shapes: the feet at (x, y), `height` tall. A negative `facing` mirrors the pose. */
export const drawFigure = ({
  pose,
  x,
  y,
  height,
  facing = 1,
}: {
  pose: Pose;
  x: number;
  y: number;
  height: number;
  facing?: number;
}): string => `<g transform="translate(${x} ${y}) scale(${(height / 100) * facing} ${height / 100})">${POSES[pose]}</g>`;
