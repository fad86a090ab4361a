import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

type Frame = { functionName: string; url: string };
type ProfileNode = { id: number; callFrame: Frame; children?: number[] };
type Profile = { startTime: number; nodes: ProfileNode[]; samples: number[]; timeDeltas: number[] };

/** Which part of the work a package belongs to; the first match counts. */
const PARTS: readonly (readonly [name: string, packages: RegExp])[] = [
  ['rendering', /^(react|react-dom|react-email|@react-email|html-to-text|prettier|scheduler)$/],
  ['database', /^(mongoose|mongodb|bson|mquery|mpath|kareem|sift)$/],
  ['broker', /^amqplib$/],
  ['SMTP', /^nodemailer$/],
  ['log', /^(pino|sonic-boom|fast-redact|@pinojs|thread-stream)$/],
  ['parsing', /^zod$/],
];
const OTHER = 'Node, own code';
const GARBAGE = 'garbage collection';

const partOfFrame = ({ functionName, url }: Frame): string | undefined => {
  if (functionName === '(garbage collector)') return GARBAGE;
  if (functionName === 'renderMail') return 'rendering';
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  return name === undefined ? undefined : PARTS.find(([, packages]) => packages.test(name))?.[0];
};

/** Which part a call tree's nodes belong to: that of the nearest caller that belongs to one. Idle nodes belong to none. */
const partsOf = ({ nodes }: Profile): Map<number, string> => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parts = new Map<number, string>();
  const visit = (node: ProfileNode, inherited: string): void => {
    const isIdle = ['(idle)', '(program)'].includes(node.callFrame.functionName);
    const part = inherited === 'rendering' ? inherited : (partOfFrame(node.callFrame) ?? inherited);
    if (!isIdle) parts.set(node.id, part);
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child) visit(child, part);
    }
  };
  const [root] = nodes;
  if (root) visit(root, OTHER);
  return parts;
};

type Window = { dir: string; from: bigint; to: bigint };

/** The share of each part in the CPU time of the newest profile (`--cpu-prof`) in a folder, between two times of `process.hrtime`. */
export const shareOfParts = async ({ dir, from, to }: Window): Promise<Map<string, number>> => {
  const file = (await readdir(dir))
    .filter((name) => name.endsWith('.cpuprofile'))
    .toSorted()
    .at(-1);
  if (file === undefined) throw new Error('notify wrote no profile');
  const profile: Profile = JSON.parse(await readFile(join(dir, file), 'utf8'));
  const parts = partsOf(profile);
  const [first, last] = [Number(from / 1000n), Number(to / 1000n)];
  const sums = new Map<string, number>();
  let now = profile.startTime;
  let total = 0;
  for (const [index, id] of profile.samples.entries()) {
    const spent = profile.timeDeltas[index + 1] ?? 0;
    now += profile.timeDeltas[index] ?? 0;
    const part = parts.get(id);
    if (part === undefined || now < first || now > last) continue;
    sums.set(part, (sums.get(part) ?? 0) + spent);
    total += spent;
  }
  return new Map([...sums].map(([part, sum]) => [part, sum / total] as const).toSorted(([, a], [, b]) => b - a));
};
