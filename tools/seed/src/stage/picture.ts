import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { createRandom } from './random.ts';
import { athleteLayers, backLayer, beamLayer, crowdLayer, dustLayer, type Layer, type Scene } from './scene.ts';

/** How far a layer of a video is wider than the picture, so that it can move sideways: the nearer to the camera, the farther. */
const MOTION = { beams: 0.28, crowd: 0.08 } as const;

/** A layer as pixels with its blur. */
const rasterise = ({ layer, height }: { layer: Layer; height: number }): Promise<Buffer> =>
  sharp(Buffer.from(layer.svg))
    .blur(Math.max(0.3, (layer.blur / 100) * height))
    .png({ compressionLevel: 0 })
    .toBuffer();

/** Clouds of haze as grey pixels: two layers of coarse noise, enlarged smoothly. */
const drawHaze = async ({ width, height, seed }: Pick<Scene, 'width' | 'height' | 'seed'>): Promise<Buffer> => {
  const random = createRandom(seed + 7);
  const cells = { width: 14, height: Math.max(4, Math.round((14 * height) / width)) };
  const noise = Buffer.from(Array.from({ length: cells.width * cells.height }, () => 70 + Math.round(random() * 185)));
  return sharp(noise, { raw: { ...cells, channels: 1 } })
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    .toColourspace('srgb')
    .png({ compressionLevel: 0 })
    .toBuffer();
};

/** The grain of a film as grey pixels around the middle. */
const drawGrain = ({ width, height, seed }: Pick<Scene, 'width' | 'height' | 'seed'>, strength: number): Promise<Buffer> => {
  const random = createRandom(seed + 3);
  const pixels = Buffer.alloc(width * height);
  for (let at = 0; at < pixels.length; at++) pixels[at] = 128 + (random() + random() + random() - 1.5) * strength;
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .toColourspace('srgb')
    .png({ compressionLevel: 0 })
    .toBuffer();
};

const vignette = ({ width, height }: Scene): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><radialGradient id="v" cx="0.5" cy="0.48" r="0.75"><stop offset="0.45" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.62"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#v)"/></svg>`,
  );

const onBlack = ({ width, height, layers }: { width: number; height: number; layers: OverlayOptions[] }): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite(layers)
    .png({ compressionLevel: 0 })
    .toBuffer();

/** The light cones of one side, uneven as in real haze. */
const drawBeams = async (scene: Scene, side: -1 | 1): Promise<Buffer> => {
  const [beams, haze] = await Promise.all([rasterise({ layer: beamLayer(scene, side), height: scene.height }), drawHaze(scene)]);
  return onBlack({ ...scene, layers: [{ input: beams }, { input: haze, blend: 'multiply' }] });
};

/** The glow that bright light has in a lens: it also falls over the edges of what stands in front of it. */
const drawBloom = ({ picture, height }: { picture: Buffer; height: number }): Promise<Buffer> =>
  sharp(picture)
    .blur(height * 0.035)
    .linear(0.5, -8)
    .png({ compressionLevel: 0 })
    .toBuffer();

const compose = (base: Buffer, layers: OverlayOptions[]): Promise<Buffer> =>
  sharp(base).composite(layers).removeAlpha().png({ compressionLevel: 0 }).toBuffer();

/** The set, the lights on it, and the athletes before it. */
const drawParts = async (scene: Scene) => {
  const { height, width } = scene;
  const pixels = (layer: Layer) => rasterise({ layer, height });
  const [back, left, right, ...figures] = await Promise.all([
    pixels(backLayer(scene)),
    drawBeams(scene, -1),
    drawBeams(scene, 1),
    ...athleteLayers(scene).map(pixels),
  ]);
  const athletes = await sharp({ create: { width, height, channels: 4, background: '#0000' } })
    .composite(figures.map((input) => ({ input })))
    .png({ compressionLevel: 0 })
    .toBuffer();
  const lit = await compose(back, [{ input: left, blend: 'screen' }, { input: right, blend: 'screen' }, { input: athletes }]);
  return { back, athletes, lit, bloom: await drawBloom({ picture: lit, height }) };
};

/** A photo-like picture of the scene; the caller chooses the format. `grain`: 0 to 60. */
export const drawStage = async (scene: Scene, { grain = 26 } = {}): Promise<Sharp> => {
  const { height } = scene;
  const [{ lit, bloom }, dust, crowd, film] = await Promise.all([
    drawParts(scene),
    rasterise({ layer: dustLayer(scene), height }),
    rasterise({ layer: crowdLayer(scene), height }),
    drawGrain(scene, grain),
  ]);
  const picture = await compose(lit, [
    { input: bloom, blend: 'screen' },
    { input: dust, blend: 'screen' },
    { input: crowd },
    { input: vignette(scene) },
    { input: film, blend: 'soft-light' },
  ]);
  return sharp(picture);
};

/** The layers of a video of the scene, from back to front. Those that move are wider than the picture. */
export const drawFilmLayers = async (scene: Scene): Promise<Buffer[]> => {
  const { height } = scene;
  const wider = (share: number): Scene => ({ ...scene, width: Math.round((scene.width * (1 + share)) / 2) * 2 });
  const wide = wider(MOTION.beams);
  const [{ back, athletes, bloom }, left, right, dust, crowd, shade] = await Promise.all([
    drawParts(scene),
    drawBeams(wide, -1),
    drawBeams(wide, 1),
    rasterise({ layer: dustLayer(scene), height }),
    rasterise({ layer: crowdLayer(wider(MOTION.crowd)), height }),
    sharp(vignette(scene)).png({ compressionLevel: 0 }).toBuffer(),
  ]);
  return [back, left, right, athletes, bloom, await onBlack({ ...scene, layers: [{ input: dust }] }), crowd, shade];
};
