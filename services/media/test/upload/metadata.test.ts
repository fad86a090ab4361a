import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import sharp, { type Sharp } from 'sharp';
import { sha256Of, startTestMedia } from '../support/media.ts';
import { testUnless } from '../support/test-unless.ts';

const media = useService(() => startTestMedia());

/** Stands in each metadata field, beside a place. */
const SECRET = 'SecretOwner';
const PLACE = { GPSLatitudeRef: 'N', GPSLatitude: '35/1 39/1 31/1', GPSLongitudeRef: 'E', GPSLongitude: '139/1 44/1 44/1' };
const EXIF = { IFD0: { Artist: SECRET, Make: SECRET }, IFD3: { ...PLACE, GPSAreaInformation: SECRET } };
const XMP = `<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="35,39.5N" exif:GPSLongitude="139,44.7E" exif:UserComment="${SECRET}"/>
</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
/** What only metadata contain. */
const TRACES = [SECRET, 'Exif', 'xmpmeta', 'GPSL', '35,39', '+35.6586', 'location', 'tEXt', 'iTXt', 'zTXt', 'eXIf', 'Photoshop'];

/** Landscape as stored, with one colour. */
const plain = (alpha = 1) => sharp({ create: { width: 60, height: 40, channels: 4, background: { r: 200, g: 60, b: 40, alpha } } });
const withMetadata = (picture: Sharp) => picture.withExif(EXIF).withXmp(XMP);

const segment = (marker: number, text: string): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([head, Buffer.from(text, 'latin1')]);
};
/** With IPTC and a comment, as picture agencies write them. */
const jpegWithEverything = async (): Promise<Buffer> => {
  const jpeg = await withMetadata(plain().removeAlpha()).withMetadata({ orientation: 6, exif: EXIF }).withXmp(XMP).jpeg().toBuffer();
  const iptc = `Photoshop 3.0\0${'8BIM'}\x04\x04\0\0\0\0\0\x10\x1c\x02\x50\0\x0b${SECRET}`;
  return Buffer.concat([jpeg.subarray(0, 2), segment(0xed, iptc), segment(0xfe, `${SECRET} comment`), jpeg.subarray(2)]);
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};
const PNG_TEXTS = Buffer.concat([
  chunk('tEXt', Buffer.from(`Comment\0${SECRET}`)),
  chunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${XMP}`)),
  chunk('zTXt', Buffer.concat([Buffer.from('Author\0\0'), deflateSync(SECRET)])),
]);
/** Signature and header of a PNG. */
const PNG_HEAD = 33;
const pngWithEverything = async (alpha: number): Promise<Buffer> => {
  const png = await withMetadata(alpha < 1 ? plain(alpha) : plain().removeAlpha())
    .png()
    .toBuffer();
  return Buffer.concat([png.subarray(0, PNG_HEAD), PNG_TEXTS, png.subarray(PNG_HEAD)]);
};
const gifWithComment = async (): Promise<Buffer> => {
  const gif = await plain().gif().toBuffer();
  const comment = Buffer.from(`\x21\xfe${String.fromCharCode(SECRET.length)}${SECRET}\0`, 'latin1');
  return Buffer.concat([gif.subarray(0, -1), comment, gif.subarray(-1)]);
};

/** A video of a phone: its place in the ways of phones, a title, a comment, and a second track of text. */
const phoneVideo = async (extension: string): Promise<Buffer | undefined> => {
  const dir = await mkdtemp(join(tmpdir(), 'phone-'));
  const path = join(dir, `video.${extension}`);
  const place = ['location', 'com.apple.quicktime.location.ISO6709'].flatMap((key) => ['-metadata', `${key}=+35.6586+139.7454/`]);
  const texts = ['title', 'comment', 'com.apple.quicktime.model'].flatMap((key) => ['-metadata', `${key}=${SECRET}`]);
  const codecs = extension === 'webm' ? ['-c:v', 'libvpx', '-c:a', 'libopus'] : ['-pix_fmt', 'yuv420p'];
  const flags = extension === 'mp4' ? ['-movflags', 'use_metadata_tags'] : [];
  const inputs = ['-f', 'lavfi', '-i', 'testsrc=duration=1:size=160x120:rate=10', '-f', 'lavfi', '-i', 'sine=duration=1'];
  try {
    const args = ['-v', 'error', ...inputs, ...codecs, ...place, ...texts, '-metadata:s:v', `handler_name=${SECRET}`, ...flags, path];
    await promisify(execFile)('ffmpeg', args);
    return await readFile(path);
  } catch {
    return undefined;
  } finally {
    await rm(dir, { recursive: true });
  }
};
const videos = await Promise.all(['mp4', 'mov', 'webm'].map(async (extension) => [extension, await phoneVideo(extension)] as const));
const testWithFfmpeg = testUnless(videos.some(([, bytes]) => !bytes) && 'ffmpeg is not installed');

/** Uploads a sample; returns what a visitor gets of it. */
const publish = async (bytes: Buffer, mediaType: 'image' | 'video') => {
  expect(bytes.includes(SECRET)).toBe(true);
  const contestId = media.contest();
  const { id, sha256 } = await media.upload(contestId, { bytes, mediaType, name: `${SECRET}.bin` });
  // The browser compares it with its own file, so it is that of the upload and not of the copy.
  expect(sha256).toBe(sha256Of(bytes));
  await media.processed(contestId, id);
  const [medium] = await media.list(contestId, 'anonymous');
  const files = [medium!.url, medium!.posterUrl, ...medium!.variants.map(({ url }) => url)].filter((url) => url !== null);
  const served = await Promise.all(files.map(async (url) => (await media.call('GET', url, { as: 'anonymous' })).body as Buffer));
  for (const file of served) for (const trace of TRACES) expect([trace, file.includes(trace)]).toEqual([trace, false]);
  return { contestId, id, medium: medium!, original: served[0]! };
};

describe('what visitors get of an uploaded picture', () => {
  test.each<[string, () => Promise<Buffer>]>([
    ['JPEG', jpegWithEverything],
    ['PNG', () => pngWithEverything(1)],
    ['PNG with transparency', () => pngWithEverything(0.5)],
    ['WebP', () => withMetadata(plain()).webp({ lossless: true }).toBuffer()],
    ['GIF', gifWithComment],
    ['AVIF', () => withMetadata(plain().removeAlpha()).avif().toBuffer()],
  ])('when a %s has places, names and comments, then the files have none of them, and look the same', async (_type, make) => {
    const bytes = await make();
    const { contestId, id, medium, original } = await publish(bytes, 'image');
    const { exif, xmp, iptc, icc, comments } = await sharp(original).metadata();
    expect([exif, xmp, iptc, icc, comments]).toEqual([undefined, undefined, undefined, undefined, undefined]);

    const rawOf = (source: Buffer) => sharp(source).autoOrient().ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const [before, after] = [await rawOf(bytes), await rawOf(original)];
    expect([after.info.width, after.info.height]).toEqual([before.info.width, before.info.height]);
    expect([medium.width, medium.height]).toEqual([before.info.width, before.info.height]);
    const difference = Math.max(...before.data.map((value, index) => Math.abs(value - after.data[index]!)));
    expect(difference).toBeLessThan(4);
    // Nothing else is stored of the upload.
    expect((await media.storedFiles()).filter((name) => name === id)).toEqual([]);
    expect((await media.list(contestId)).map(({ originalName }) => originalName)).toEqual([`${SECRET}.bin`]);
    for (const as of ['anonymous', 'customer'] as const) expect((await media.list(contestId, as))[0]?.originalName).toBe('');
  });

  test('when a picture has a wide colour profile, then its colours are converted, not only its profile removed', async () => {
    const red = sharp({ create: { width: 40, height: 40, channels: 3, background: { r: 200, g: 60, b: 40 } } });
    const bytes = await red
      .withIccProfile('p3')
      .withExif({ IFD0: { Artist: SECRET } })
      .png()
      .toBuffer();
    const { original } = await publish(bytes, 'image');
    const [r, g, b] = await sharp(original).raw().toBuffer();
    expect([r, g, b].map((value, index) => Math.abs(value! - [200, 60, 40][index]!) < 4)).toEqual([true, true, true]);
  });
});

describe('what visitors get of a sample video', () => {
  for (const [extension, bytes] of videos) {
    testWithFfmpeg(
      `when a ${extension} has a place, names and comments, then they are removed, and pictures and sound are the same`,
      async () => {
        const { medium, original } = await publish(bytes!, 'video');
        expect(medium).toMatchObject({ url: expect.stringMatching(`\\.${extension}$`), size: original.length, width: 160, height: 120 });
        const [before, after] = [await framesOf(bytes!), await framesOf(original)];
        expect(after).toEqual(before);
        expect(after.split('\n').filter((line) => line.startsWith('0,')).length).toBeGreaterThan(5);
      },
    );
  }
});

/** A checksum of each decoded picture and of the sound. */
const framesOf = async (bytes: Buffer): Promise<string> => {
  const running = promisify(execFile)('ffmpeg', ['-v', 'error', '-i', 'pipe:0', '-map', '0:v', '-map', '0:a', '-f', 'framemd5', '-']);
  running.child.stdin?.end(bytes);
  return (await running).stdout;
};
