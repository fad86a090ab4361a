import { CHUNK_BYTES, MAX_CHUNKS, type MediaType } from '@stagereel/contracts';
import { isUnreadable, pathOfFile } from './dropped-files.ts';

/** An accepted file. */
export type PickedFile = { file: File; kind: MediaType };
/** A refused file with the reason. */
export type RefusedFile = { name: string; reason: string };
export type Picked = { accepted: readonly PickedFile[]; refused: readonly RefusedFile[] };

const reasons = {
  kind: { any: '動画・画像ではありません', image: '画像ではありません', video: '動画ではありません' },
  empty: '空のファイルです',
  large: 'ファイルが大きすぎます',
  twice: 'すでに選択されています',
  unreadable: '読み取れませんでした',
} as const;

/** System files in folders, which nobody chose. */
const LITTER = /^(\.|thumbs\.db$|desktop\.ini$)/i;

/** Types by extension, for systems that do not know them. */
const NAMES: Record<MediaType, RegExp> = { video: /\.(mov|mp4|m4v|webm)$/i, image: /\.(jpe?g|a?png|webp|gif|avif)$/i };
const KINDS: readonly MediaType[] = ['video', 'image'];

const kindOf = ({ type, name }: Pick<File, 'type' | 'name'>): MediaType | null =>
  KINDS.find((kind) => (type === '' ? NAMES[kind].test(name) : type.startsWith(`${kind}/`))) ?? null;

/** Files with the same name can be in several folders; without a folder path they cannot be distinguished. */
const liesElsewhere = (one: string, other: string): boolean => one !== other && one.includes('/') && other.includes('/');

const isSame = (one: File, other: File): boolean =>
  one.name === other.name &&
  one.size === other.size &&
  one.lastModified === other.lastModified &&
  !liesElsewhere(pathOfFile(one), pathOfFile(other));

type Options = { files: readonly File[]; chosen: readonly File[]; only?: MediaType | undefined };

/** Splits the chosen files into accepted and refused ones. */
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
