import type { Random } from '@stagereel/rehearsal';

/** The services on a chunk's way that are killed by SIGKILL. */
export type Killed = 'media' | 'gateway';

/** After this share of a chunk's form was sent (0 to 1), its connection is cut or a service is killed. */
export type Fault = { kind: 'cut' | Killed; share: number };

export type FaultPlan = {
  /** The next fault of a chunk; it stays planned until `markDone`. */
  next: (index: number) => Fault | undefined;
  markDone: (index: number) => void;
  /** Chunks that still have planned faults. */
  chunks: () => number[];
  /** The next kill of media while it checks the complete file: how long after the request, in milliseconds. */
  takeCheckKill: () => number | undefined;
};

/** The number of kills of media, divided by this and rounded up, happen while media checks the completely uploaded file. */
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
    markDone: (index) => {
      const [, ...rest] = ofChunk.get(index) ?? [];
      if (rest.length > 0) ofChunk.set(index, rest);
      else ofChunk.delete(index);
    },
    chunks: () => [...ofChunk.keys()],
    takeCheckKill: () => checkKillsAfter.shift(),
  };
};
