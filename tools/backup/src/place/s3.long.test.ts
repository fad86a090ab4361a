import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findS3Server, startS3Server } from '../../../../services/media/test/support/s3-server.ts';
import { describeUnless } from '../../../../services/media/test/support/test-unless.ts';
import { withLock } from '../lock.ts';
import { requireBackups } from '../manifest.ts';
import { readTargetS3 } from '../settings.ts';
import { openBucket } from './s3.ts';
import { DamagedBytes, digestOf, readText, requireBytes, type Target, writeHashed, writeText } from './target.ts';

const { program, reason } = await findS3Server();
/** More than two parts of a multipart upload. */
const LARGE_BYTES = 70 * 2 ** 20;
/** More than one page of the list of a bucket. */
const MANY = 1001;
const AT_ONCE = 25;
const BUCKET = 'backups';

/** Bytes that do not repeat, in pieces. `fails`: the stream ends with an error after them. */
const piecesOf = async function* (bytes: number, { fails = false } = {}): AsyncGenerator<Buffer> {
  const piece = Buffer.alloc(2 ** 20);
  for (let at = 0; at < bytes; at += piece.length) {
    piece.writeUInt32BE(at);
    yield Buffer.from(piece.subarray(0, Math.min(piece.length, bytes - at)));
  }
  if (fails) throw new Error('the file is away');
};
const namesIn = async (target: Target, prefix = ''): Promise<string[]> => {
  const names = [];
  for await (const { name } of target.list(prefix)) names.push(name);
  return names.sort();
};

describeUnless(reason ?? false)('with backups in an S3-compatible store', () => {
  let s3: Awaited<ReturnType<typeof startS3Server>>;
  const openPrefix = (prefix: string): Promise<Target> => openBucket({ address: `s3://${BUCKET}/${prefix}`, config: readTargetS3(s3.env) });

  beforeAll(async () => {
    s3 = await startS3Server(program!);
    await s3.createBucket(BUCKET);
  });
  afterAll(() => s3.stop());

  test.each([0, 5, LARGE_BYTES])('when a file of %d bytes is stored, then it is read back with the same hash', async (bytes) => {
    const target = await openPrefix('hashes');
    const written = await writeHashed(target, { name: 'files/aa/x', bytes: piecesOf(bytes) });
    expect(written.size).toBe(bytes);
    expect(await digestOf(await requireBytes(target, 'files/aa/x'))).toEqual(written);
  });

  test.each([5, LARGE_BYTES])('when the stream of a file of %d bytes fails, or has another hash, then nothing is stored', async (bytes) => {
    const target = await openPrefix('failures');
    await expect(target.write('files/aa/x', piecesOf(bytes, { fails: true }))).rejects.toThrow('the file is away');
    const expected = { size: bytes, sha256: '0'.repeat(64) };
    await expect(writeHashed(target, { name: 'files/aa/y', bytes: piecesOf(bytes), expected })).rejects.toThrow(DamagedBytes);
    expect(await namesIn(target)).toEqual([]);
    expect((await s3.contents(BUCKET)).uploads).toEqual([]);
  });

  test('when a bucket has many files, then all of a prefix are listed, without those of others', async () => {
    const [target, other] = [await openPrefix('many'), await openPrefix('many-others')];
    const names = Array.from({ length: MANY }, (_, index) => `files/${index}`);
    for (let at = 0; at < MANY; at += AT_ONCE)
      await Promise.all(names.slice(at, at + AT_ONCE).map((name) => writeText(target, name, name)));
    await writeText(other, 'files/other', 'other');
    expect(await namesIn(target, 'files/')).toEqual(names.sort());
    await target.remove('files/0');
    expect(await readText(target, 'files/0')).toBeUndefined();
    expect(await readText(target, 'files/1')).toBe('files/1');
  }, 300_000);

  test('when a prefix has other files, or another backup runs, then a backup is refused', async () => {
    const [target, other] = [await openPrefix('lock'), await openPrefix('other')];
    await writeText(other, 'letter.txt', 'dear');
    await expect(requireBackups(other, { mayBeEmpty: true })).rejects.toThrow('contains letter.txt but no backups');
    await withLock(target, async () => {
      await expect(withLock(target, async () => 'second')).rejects.toThrow('Another backup');
    });
    expect(await namesIn(target)).toEqual([]);
  });

  test('when the bucket does not exist, then it is not created', async () => {
    await expect(openBucket({ address: 's3://missing/prefix', config: readTargetS3(s3.env) })).rejects.toThrow();
  });
});
