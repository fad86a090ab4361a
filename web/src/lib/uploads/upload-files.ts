import { CHUNK_BYTES, MAX_CHUNKS, type MediaType } from '@stagereel/contracts';
import { isUnreadable, pathOfFile } from './dropped-files.ts';

/** A file that may be sent. */
export type PickedFile = { file: File; kind: MediaType };
/** A file that is not even sent, and why. */
export type RefusedFile = { name: string; reason: string };
export type Picked = { accepted: readonly PickedFile[]; refused: readonly RefusedFile[] };

const reasons = {
  kind: { any: '動画・画像ではありません', image: '画像ではありません', video: '動画ではありません' },
  empty: '空のファイルです',
  large: 'ファイルが大きすぎます',
  twice: 'すでに選択されています',
  unreadable: '読み取れませんでした',
} as const;

/** What systems leave behind in folders; nobody chose it. */
const LITTER = /^(\.|thumbs\.db$|desktop\.ini$)/i;

/** What the shop takes; a system that does not know such a name gives its file no type. */
const NAMES: Record<MediaType, RegExp> = { video: /\.(mov|mp4|m4v|webm)$/i, image: /\.(jpe?g|a?png|webp|gif|avif)$/i };
const KINDS: readonly MediaType[] = ['video', 'image'];

const kindOf = ({ type, name }: Pick<File, 'type' | 'name'>): MediaType | null =>
  KINDS.find((kind) => (type === '' ? NAMES[kind].test(name) : type.startsWith(`${kind}/`))) ?? null;

/** Files of one name may lie in several folders; where one was chosen without its folder, nothing tells them apart. */
const liesElsewhere = (one: string, other: string): boolean => one !== other && one.includes('/') && other.includes('/');

const isSame = (one: File, other: File): boolean =>
  one.name === other.name &&
  one.size === other.size &&
  one.lastModified === other.lastModified &&
  !liesElsewhere(pathOfFile(one), pathOfFile(other));

type Options = { files: readonly File[]; chosen: readonly File[]; only?: MediaType | undefined };

/** Sorts what was chosen or dropped into what can be sent and what cannot, each by name. */
export const pickFiles = ({ files, chosen, only }: Options): Picked => {
  const accepted: PickedFile[] = [];
  const refused: RefusedFile[] = [];
  for (const file of files) {
    if (LITTER.test(file.name)) continue;
    const kind = kindOf(file);
    const refuse = (reason: string) => void refused.push({ name: file.name, reason });
    if (isUnreadable(file)) refuse(reasons.unreadable);
    else if (kind === null || (only !== undefined && kind !== only)) refuse(reasons.kind[only ?? 'any']);
    else if (file.size === 0) refuse(reasons.empty);
    else if (file.size > CHUNK_BYTES * MAX_CHUNKS) refuse(reasons.large);
    else if ([...chosen, ...accepted.map((other) => other.file)].some((other) => isSame(other, file))) refuse(reasons.twice);
    else accepted.push({ file, kind });
  }
  return { accepted, refused };
};

const MEGABYTE = 1024 ** 2;

/** 1048576 → 1.0 MB */
export const megabytes = (bytes: number): string =>
  bytes < MEGABYTE / 10
    ? '0.1 MB未満'
    : `${(bytes / MEGABYTE).toLocaleString('ja-JP', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`;
