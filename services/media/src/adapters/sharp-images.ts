import { IMAGE_WIDTHS, MAX_IMAGE_PIXELS } from '@stagereel/contracts';
import sharp, { type Sharp } from 'sharp';
import type { Images, Picture } from '../domain/ports.ts';
import { watermark } from './watermark.ts';

/** One picture at a time, without a memory of earlier ones: the next is another one, and the service has streams to serve. */
sharp.concurrency(1);
sharp.cache(false);

const QUALITY = 80;
type Source = string | Buffer;

/** `autoOrient`: as the camera was held. What it wrote beside the picture (place, device) is not carried over. */
const openPicture = (source: Source) => sharp(source, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' }).autoOrient();

const toWebp = async (pipeline: Sharp): Promise<Picture> => {
  const { data: bytes, info } = await pipeline.webp({ quality: QUALITY }).toBuffer({ resolveWithObject: true });
  return { bytes, contentType: 'image/webp', extension: 'webp', width: info.width, height: info.height };
};

const measure: Images['measure'] = async (source) => {
  try {
    // The header alone, so a limit on pixels would only hide how many there are.
    const { width, height, autoOrient } = await sharp(source, { limitInputPixels: false }).metadata();
    return { width: autoOrient?.width ?? width, height: autoOrient?.height ?? height };
  } catch {
    return undefined;
  }
};

export const sharpImages: Images = {
  measure,
  resize: async (source) => {
    const pixels = await measure(source);
    const full = pixels?.width ?? 0;
    const smaller = IMAGE_WIDTHS.filter((width) => width < full);
    const widths = smaller.length === IMAGE_WIDTHS.length ? smaller : [...smaller, full];
    const pictures: Picture[] = [];
    for (const width of widths) pictures.push(await toWebp(openPicture(source).resize({ width, withoutEnlargement: true })));
    return pictures;
  },
  clean: (source) => toWebp(openPicture(source)),
  watermark,
};
