import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pose } from './stage/figure.ts';
import { drawStage } from './stage/picture.ts';
import type { Palette, Scene } from './stage/scene.ts';
import { drawVideo } from './stage/video.ts';

/** What is drawn for a contest: its colours, and a number that makes its pictures differ from those of other contests. */
export type Look = { palette: Palette; seed: number; hasVerticalVideo: boolean };

/** The files of a contest. A video is null where ffmpeg is not installed. */
export type DrawnMedia = { cover: Buffer; picture: Buffer; horizontal: Buffer | null; vertical: Buffer | null };

const WIDE = { width: 1280, height: 720 };
const TALL = { width: 720, height: 1280 };
const COVER = { width: 1600, height: 900 };
const LINE_UPS: readonly (readonly Pose[])[] = [
  ['quarterTurn', 'doubleBiceps', 'bikiniFront'],
  ['bikiniFront', 'quarterTurn', 'bikiniFront'],
  ['doubleBiceps', 'bikiniFront', 'quarterTurn'],
];
const SOLOS: readonly Pose[] = ['doubleBiceps', 'bikiniFront', 'quarterTurn'];

const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/stagereel-demo');

/** Changes when the code that draws changes. */
const codeVersion = async (): Promise<string> => {
  const folder = join(import.meta.dirname, 'stage');
  const sources = await Promise.all((await readdir(folder)).sort().map((name) => readFile(join(folder, name))));
  return createHash('sha256').update(Buffer.concat(sources)).digest('hex');
};
let version: Promise<string> | undefined;

type Draw<Drawn extends Buffer | null> = { scene: Scene; extension: 'jpg' | 'mp4'; draw: (scene: Scene) => Promise<Drawn> };

/** Draws once per machine: every shop of this folder, also those of the tests, has the same media. */
const drawOnce = async <Drawn extends Buffer | null>({ scene, extension, draw }: Draw<Drawn>): Promise<Buffer | Drawn> => {
  version ??= codeVersion();
  const key = createHash('sha256')
    .update(JSON.stringify([await version, scene]))
    .digest('hex')
    .slice(0, 24);
  const file = join(CACHE, `${key}.${extension}`);
  const cached = await readFile(file).catch(() => undefined);
  if (cached) return cached;
  const drawn = await draw(scene);
  if (drawn) await save(file, drawn);
  return drawn;
};

/** The cache only saves time: where it cannot be written, everything works without it. */
const save = async (file: string, content: Buffer): Promise<void> => {
  const draft = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  try {
    await mkdir(CACHE, { recursive: true });
    await writeFile(draft, content);
    await rename(draft, file);
  } catch {}
};

const drawJpeg = async (scene: Scene): Promise<Buffer> => (await drawStage(scene)).jpeg({ quality: 80, mozjpeg: true }).toBuffer();
const jpeg = (scene: Scene) => drawOnce({ scene, extension: 'jpg', draw: drawJpeg });
const mp4 = (scene: Scene) => drawOnce({ scene, extension: 'mp4', draw: drawVideo });

/** Draws the cover and the samples of a contest, or reads what was drawn before. */
export const drawMedia = async ({ palette, seed, hasVerticalVideo }: Look): Promise<DrawnMedia> => {
  const lineUp = LINE_UPS[seed % LINE_UPS.length] ?? [];
  const solo = SOLOS.slice(seed % SOLOS.length).slice(0, 1);
  const [cover, picture, horizontal, vertical] = await Promise.all([
    jpeg({ palette, seed, poses: lineUp, ...COVER }),
    jpeg({ palette, seed: seed + 1, poses: solo, ...WIDE }),
    mp4({ palette, seed: seed + 2, poses: lineUp, ...WIDE }),
    hasVerticalVideo ? mp4({ palette, seed: seed + 3, poses: solo, ...TALL }) : null,
  ]);
  return { cover, picture, horizontal, vertical };
};
