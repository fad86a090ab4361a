import type { Random, Video, World } from './world.ts';

/** How somebody named the file of a video. `isClear`: whether a person who knows all athletes can be certain whose video it is. */
export type Named = { path: string; isClear: boolean; orientation?: 'vertical' | 'horizontal' | 'unknown' };
export type NamingStyle = {
  name: string;
  world: World;
  /** Which videos are named in this style. */
  suits?: (video: Video) => boolean;
  /** The share of the files whose videos nobody ordered. */
  unordered?: number;
  /** `isClear` is ignored for a video that nobody ordered: it has no line, so its answer is null. */
  nameFiles: (video: Video, random: Random) => Named | readonly Named[];
};

export const isVertical = ({ style }: Video): boolean => style === '縦動画';
/** 縦 or 横. */
export const tate = ({ style }: Video): string => style.slice(0, 1);
export const bibOf = ({ athlete }: Video): string => athlete.athleteNumber;
export const padded = (bib: string, length = 3): string => bib.padStart(length, '0');
export const extension = (random: Random): string => random.pick(['mp4', 'MP4', 'mov', 'MOV', 'm4v']);
export const spacedName = ({ athlete: { family, given } }: Video): string => `${family} ${given}`;
export const joinedName = ({ athlete: { family, given } }: Video): string => `${family}${given}`;
export const hasName = ({ athlete }: Video): boolean => athlete.script !== 'none';
export const isJapanese = ({ athlete }: Video): boolean => athlete.script !== 'none' && athlete.script !== 'romaji';
export const isNumeric = (video: Video): boolean => /^[1-9]\d*$/u.test(bibOf(video));

const HALF_KANA =
  'ァｧ アｱ ィｨ イｲ ゥｩ ウｳ ェｪ エｴ ォｫ オｵ カｶ キｷ クｸ ケｹ コｺ サｻ シｼ スｽ セｾ ソｿ タﾀ チﾁ ッｯ ツﾂ テﾃ トﾄ ナﾅ ニﾆ ヌﾇ ネﾈ ノﾉ ハﾊ ヒﾋ フﾌ ヘﾍ ホﾎ マﾏ ミﾐ ムﾑ メﾒ モﾓ ャｬ ヤﾔ ュｭ ユﾕ ョｮ ヨﾖ ラﾗ リﾘ ルﾙ レﾚ ロﾛ ワﾜ ヲｦ ンﾝ ーｰ';
const halfKana = new Map(HALF_KANA.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]));

export const halfWidth = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll('\u3099', 'ﾞ')
    .replaceAll('\u309a', 'ﾟ')
    .replaceAll(/[ァ-ー]/gu, (kana) => halfKana.get(kana) ?? kana);

export const toHiragana = (text: string): string =>
  text.replaceAll(/[ァ-ヶ]/gu, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - 0x60));
