import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { z } from 'zod';
import { readText, type Target, writeText } from './place/target.ts';
import { Refusal } from './refusal.ts';

const LOCK = 'running.json';
const RENEW_MS = 60_000;
/** A process that ended without a word has not renewed its lock for so long. */
const STALE_MS = 5 * RENEW_MS;

const lockSchema = z.object({ token: z.string(), host: z.string(), pid: z.int(), renewedAt: z.coerce.date() });

const readLock = async (target: Target) => {
  try {
    return lockSchema.parse(JSON.parse((await readText(target, LOCK)) ?? 'null'));
  } catch {
    return undefined;
  }
};

/** Runs the work while no other backup uses the target: retention deletes files that a manifest does not name yet. @throws Refusal */
export const withLock = async <Result>(target: Target, run: () => Promise<Result>): Promise<Result> => {
  const held = await readLock(target);
  if (held && Date.now() - held.renewedAt.getTime() < STALE_MS) {
    const holder = `process ${held.pid} on ${held.host}`;
    throw new Refusal(`Another backup to ${target.place} is running (${holder}). If it was stopped, wait five minutes and try again.`);
  }
  const token = randomUUID();
  const renew = (): Promise<void> =>
    writeText(target, LOCK, JSON.stringify({ token, host: hostname(), pid: process.pid, renewedAt: new Date() }));
  await renew();
  if ((await readLock(target))?.token !== token) throw new Refusal(`Another backup to ${target.place} has started at the same moment.`);
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_MS);
  try {
    return await run();
  } finally {
    clearInterval(timer);
    await target.remove(LOCK).catch(() => undefined);
  }
};
