import { IMAGE_WIDTHS, MAX_IMAGE_PIXELS } from '@stagereel/contracts';
import sharp, { type Sharp } from 'sharp';
import type { ImageProcessor, Picture } from '../domain/library/pictures.ts';
import { drawWatermark } from './watermark.ts';

/** One thread, because uploads and downloads need the other cores. No cache, because every picture is decoded once. */
sharp.concurrency(1);
sharp.cache(false);

const QUALITY = 80;
/** The eye sees no difference from the original. */
const ORIGINAL_JPEG = { quality: 92, chromaSubsampling: '4:4:4' };
type Source = string | Buffer;

/** Applies the orientation of the camera and the colour profile. Metadata (device, location, comments) are not copied. */
const openPicture = (source: Source) => sharp(source, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' }).autoOrient();

const toWebp = async (pipeline: Sharp): Promise<Picture> => {
  const { data: bytes, info } = await pipeline.webp({ quality: QUALITY }).toBuffer({ resolveWithObject: true });
  return { bytes, contentType: 'image/webp', extension: 'webp', width: info.width, height: info.height };
};

const measure: ImageProcessor['measure'] = async (source) => {
  try {
    // Only reads the header, so no pixel limit is needed.
    const { width, height, autoOrient } = await sharp(source, { limitInputPixels: false }).metadata();
    return { width: autoOrient?.width ?? width, height: autoOrient?.height ?? height };
  } catch {
    return undefined;
  }
};

/** JPEG, or PNG for a picture with transparency: unlike WebP they have no limit that a large picture can exceed. */
const cleanOriginal: ImageProcessor['cleanOriginal'] = async (path) => {
  try {
    const { hasAlpha } = await sharp(path, { limitInputPixels: false }).metadata();
    const picture = hasAlpha ? openPicture(path).png() : openPicture(path).jpeg(ORIGINAL_JPEG);
    const { data: bytes, info } = await picture.toBuffer({ resolveWithObject: true });
    const type = hasAlpha ? { contentType: 'image/png', extension: 'png' } : { contentType: 'image/jpeg', extension: 'jpg' };
    return { bytes, ...type, width: info.width, height: info.height };
  } catch {
    return undefined;
  }
};

export const sharpImages: ImageProcessor = {
  measure,
  resize: async (source) => {
    const pixels = await measure(source);
    const fullWidth = pixels?.width ?? 0;
    const smaller = IMAGE_WIDTHS.filter((width) => width < fullWidth);
    const widths = smaller.length === IMAGE_WIDTHS.length ? smaller : [...smaller, fullWidth];
    const pictures: Picture[] = [];
    for (const width of widths) pictures.push(await toWebp(openPicture(source).resize({ width, withoutEnlargement: true })));
    return pictures;
  },
  clean: (source) => toWebp(openPicture(source)),
  cleanOriginal,
  watermark: drawWatermark,
};
