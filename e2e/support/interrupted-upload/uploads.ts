import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { chunkCount } from '@stagereel/contracts';
import { seededRandom } from '@stagereel/rehearsal';
import type { Admin } from '@stagereel/shop-client';
import { peakMiB, type Stack } from '@stagereel/stack';
import { type Killed, planFaults } from './fault-plan.ts';
import { uploadThroughFaults } from './interrupted-upload.ts';
import { withMemory } from './memory.ts';
import { seededVideo } from './seeded-video.ts';

const MIB = 1024 * 1024;
const WRITE_TIMEOUT_MS = 30_000;

/** `admin` is signed in. */
type Shop = { stack: Pick<Stack, 'info' | 'service'>; admin: Admin; contestId: string };

/** It changes with every restart. */
const mediaPid = ({ stack }: Shop): number => stack.info.services['media']?.pid ?? 0;

/** The SHA-256 of the response body, read as a stream. */
const deliveredHash = async (url: URL): Promise<string> => {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url.pathname} returned ${response.status}`);
  const hash = createHash('sha256');
  for await (const piece of response.body) hash.update(piece);
  return hash.digest('hex');
};

type PartInput = { url: URL; cookies: string; form: FormData; share: number };

/** Sends a share of a form (0 to 1) on a connection of its own, and returns the function that cuts the connection. */
const sendPart = async ({ url, cookies, form, share }: PartInput): Promise<() => void> => {
  const encoded = new Response(form);
  const contentType = encoded.headers.get('content-type') ?? '';
  const body = Buffer.from(await encoded.arrayBuffer());
  const headers = { cookie: cookies, 'content-type': contentType, 'content-length': body.length };
  const sending = request(url, { method: 'POST', agent: false, timeout: WRITE_TIMEOUT_MS, headers });
  sending.on('timeout', () => sending.destroy());
  // The server may respond or close the connection before the share is sent.
  sending.on('error', () => undefined);
  sending.on('response', (response) => response.resume());
  await new Promise<void>((resolve) => {
    sending.once('close', resolve);
    sending.write(body.subarray(0, Math.ceil(share * body.length)), () => resolve());
  });
  return () => sending.destroy();
};

type Interrupted = { seed: string; sizeMib: number; cuts: number; kills: Record<Killed, number>; signal: AbortSignal };

/** Uploads a file through the gateway while connections are cut and media and the gateway are killed. `peakMib`: the largest memory of media. */
export const uploadInterrupted = async (shop: Shop, { seed, sizeMib, cuts, kills, signal }: Interrupted) => {
  const { stack, admin, contestId } = shop;
  const file = seededVideo({ seed, size: sizeMib * MIB, name: '耐久試験.mp4' });
  const sent = file.sha256();
  const faults = planFaults({ random: seededRandom(`${seed} faults`), totalChunks: chunkCount(file.size), cuts, kills });
  const uploads = admin.uploads(contestId);
  const url = new URL(uploads.chunkPath, stack.info.gateway);
  let peakMib = 0;
  const kill = async (name: Killed): Promise<void> => {
    // The kernel counts the peak per process, so it is lost with the kill.
    peakMib = Math.max(peakMib, peakMiB(mediaPid(shop)));
    const service = stack.service(name);
    await service.kill('SIGKILL');
    await service.start();
  };
  const { media: stored, ...counts } = await uploadThroughFaults(
    { uploads, sendPart: (part) => sendPart({ url, cookies: admin.cookies(), ...part }), kill },
    { file, sha256: sent, faults, signal },
  );
  const delivered = await deliveredHash(new URL(stored.url ?? '', stack.info.gateway));
  return {
    ...counts,
    sha256: { sent, stored: stored.sha256, delivered },
    peakMib: Math.max(peakMib, peakMiB(mediaPid(shop))),
  };
};

/** Uploads many files at once. */
export const uploadTogether = async (shop: Shop, { seed, uploads, uploadMib }: { seed: string; uploads: number; uploadMib: number }) => {
  const files = Array.from({ length: uploads }, (_, index) =>
    seededVideo({ seed: `${seed} ${index}`, size: uploadMib * MIB, name: `同時${index + 1}.mp4` }),
  );
  const { sendFile } = shop.admin.uploads(shop.contestId);
  const { result, memory } = await withMemory(mediaPid(shop), () => Promise.all(files.map((file) => sendFile(file))));
  return { memory, completeFiles: files.filter((file, index) => file.sha256() === result[index]?.sha256).length };
};
