import type { Random } from '../seeded.ts';

/** The services on a chunk's way that are ended without a word. */
export type Killed = 'media' | 'gateway';

/** What happens to a chunk on its way, after this share of its form was sent (0 to 1): its connection is cut, or one of these is killed. */
export type Fault = { kind: 'cut' | Killed; share: number };

export type FaultPlan = {
  /** What is to happen next to a chunk; it stays planned until it is struck off. */
  next: (index: number) => Fault | undefined;
  strikeOff: (index: number) => void;
  /** Chunks to which something is still to happen. */
  chunks: () => number[];
  /** The next kill of media while the file is being read through: how long after that was asked for, in milliseconds. */
  takeCheckKill: () => number | undefined;
};

/** One kill of media in so many, and at least one, falls into the reading through at the end. */
const CHECK_KILL_SHARE = 10;
const CHECK_KILL_WITHIN_MS = 2000;

/** Spreads cuts and kills at random over the chunks of one upload. */
export const planFaults = (input: { random: Random; totalChunks: number; cuts: number; kills: Record<Killed, number> }): FaultPlan => {
  const { random, totalChunks, cuts, kills } = input;
  const checkKills = Math.ceil(kills.media / CHECK_KILL_SHARE);
  const ofChunk = new Map<number, Fault[]>();
  const add = (kind: Fault['kind']): void => {
    const index = Math.floor(random() * totalChunks);
    ofChunk.set(index, [...(ofChunk.get(index) ?? []), { kind, share: random() }]);
  };
  for (let count = 0; count < cuts; count += 1) add('cut');
  for (let count = checkKills; count < kills.media; count += 1) add('media');
  for (let count = 0; count < kills.gateway; count += 1) add('gateway');
  const checkKillsAfter = Array.from({ length: checkKills }, () => random() * CHECK_KILL_WITHIN_MS);

  return {
    next: (index) => ofChunk.get(index)?.[0],
    strikeOff: (index) => {
      const [, ...rest] = ofChunk.get(index) ?? [];
      if (rest.length > 0) ofChunk.set(index, rest);
      else ofChunk.delete(index);
    },
    chunks: () => [...ofChunk.keys()],
    takeCheckKill: () => checkKillsAfter.shift(),
  };
};
