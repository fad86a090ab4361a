import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { drawFilmLayers } from './picture.ts';
import type { Scene } from './scene.ts';

const run = promisify(execFile);

const SECONDS = 7;
const FRAMES_PER_SECOND = 25;

/** Every movement begins where it ends, so that the video loops without a jump. */
const SWING = `sin(2*PI*t/${SECONDS})`;

/** Layers are unsharp, so they are put together at half the size of the video, in a quarter of the time. */
const LAYER_SCALE = 0.5;
/** How far the camera slides, as a share of the width. */
const SLIDE = 0.06;

type Size = Pick<Scene, 'width' | 'height'>;

/** Lets the light cones sweep, the dust rise, and the camera slide past the audience. */
const filterOf = ({ layer, video }: { layer: Size; video: Size }): string => {
  const window = `crop=w=${layer.width}:h=${layer.height}`;
  const still = (input: number, format: string) => `[${input}]loop=loop=-1:size=1,setpts=N/${FRAMES_PER_SECOND}/TB,format=${format}`;
  const enlarged = `scale=w=${Math.round(video.width * (1 + SLIDE))}:h=${Math.round(video.height * (1 + SLIDE))}:flags=bicubic`;
  return [
    `${still(0, 'gbrp')}[back]`,
    `${still(1, 'gbrp')},${window}:x='(iw-ow)/2*(1+${SWING})':y=0[left]`,
    `${still(2, 'gbrp')},${window}:x='(iw-ow)/2*(1-${SWING})':y=0[right]`,
    `${still(3, 'gbrap')}[athletes]`,
    `${still(4, 'gbrp')}[bloom]`,
    `${still(5, 'gbrp')},split[dust1][dust2];[dust1][dust2]vstack,${window}:x=0:y='ih/2*t/${SECONDS}'[dust]`,
    `${still(6, 'gbrap')}[crowd]`,
    `${still(7, 'gbrap')}[shade]`,
    '[back][left]blend=all_mode=screen[lit1];[lit1][right]blend=all_mode=screen[lit2]',
    '[lit2][athletes]overlay=format=gbrp[stage1];[stage1][bloom]blend=all_mode=screen[stage2];[stage2][dust]blend=all_mode=screen[stage3]',
    `[stage3][crowd]overlay=format=gbrp:x='(W-w)/2*(1+${SWING})':y=0[hall1];[hall1][shade]overlay=format=gbrp[hall2]`,
    `[hall2]format=yuv420p,${enlarged},crop=w=${video.width}:h=${video.height}:x='(iw-ow)/2*(1+${SWING})':y='(ih-oh)/2'[slid]`,
    `[slid]noise=c0s=5:c0f=t,trim=duration=${SECONDS}`,
  ].join(';');
};

const isProgramMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** An MP4 of the scene that can be played in a loop; null where ffmpeg is not installed. */
export const drawVideo = async (scene: Scene): Promise<Buffer | null> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagereel-seed-'));
  const target = join(folder, 'video.mp4');
  try {
    const layer = { width: scene.width * LAYER_SCALE, height: scene.height * LAYER_SCALE };
    const layers = await drawFilmLayers({ ...scene, ...layer });
    const files = await Promise.all(
      layers.map(async (pixels, index) => {
        const file = join(folder, `${index}.png`);
        await writeFile(file, pixels);
        return file;
      }),
    );
    const encoding = ['-c:v', 'libx264', '-preset', 'superfast', '-crf', '30', '-movflags', '+faststart', '-an', '-y', target];
    await run('ffmpeg', [
      '-loglevel',
      'error',
      ...files.flatMap((file) => ['-i', file]),
      '-filter_complex',
      filterOf({ layer, video: scene }),
      ...encoding,
    ]);
    return await readFile(target);
  } catch (error) {
    if (isProgramMissing(error)) return null;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
