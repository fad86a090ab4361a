import { VIDEO_STYLES, type VideoStyle } from '@stagereel/contracts';
import type { FileToMatch, LineToMatch, RegisteredAthlete } from '../match-videos.ts';

/** Pseudorandom numbers that are the same in each run. */
export const createRandom = (seed: string) => {
  let state = [...seed].reduce((hash, character) => Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0, 2_166_136_261);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error('The list to pick from is empty');
    return item;
  };
  const shuffle = <Item>(items: readonly Item[]): Item[] => {
    const rest = [...items];
    return items.map(() => rest.splice(below(rest.length), 1)[0] as Item);
  };
  return { below, pick, shuffle, chance: (share: number) => next() < share };
};
export type Random = ReturnType<typeof createRandom>;

export type Script = 'kanji' | 'joined' | 'katakana' | 'hiragana' | 'romaji' | 'none';
/** `family` and `given` as they are registered; the registered name has a space between them except in the script `joined`. */
export type Athlete = RegisteredAthlete & { contestId: string; family: string; given: string; script: Script };
/** One video that somebody ordered, with all lines that want it. */
export type Video = { key: string; athlete: Athlete; style: VideoStyle; lineIds: readonly string[] };
export type World = { athletes: readonly Athlete[]; lines: readonly LineToMatch[]; videos: readonly Video[] };

/** A file with its known answer: the key of its video, or null if nobody can be certain. */
export type NamedFile = { file: FileToMatch; answer: string | null };

export const KANTO = '第12回 関東フィットネス選手権';
export const CONTESTS = [KANTO, '第5回 横浜ビーチカップ', 'ジャパンオープン 2026'] as const;
export const CATEGORIES = ['ビキニ', 'ビキニフィットネス', 'メンズフィジーク', 'ボディビル', "Women's Figure"] as const;

const COMMON_FAMILIES = ['佐藤', '鈴木', '高橋', '田中', '山田', '渡辺', '斎藤', '林', '中村', '小林'];
const RARE_FAMILIES =
  '大谷 長谷川 五十嵐 森 東 金子 武藤 菅原 水野 桜井 野口 新井 千葉 久保 松井 岩崎 木下 佐野 野村 菊池 古川 西田 安藤 島田 谷口 大西 杉本 高田 丸山 今井 河野 藤本 村田 武田 上野 増田 小山 大塚 平野 菅野 久保田 松尾 高木 岩田 西川 二宮 三浦 四方 九条 横山 横田 縦山 番場 一ノ瀬 佐々木 日比野 竹内 石原 髙島'.split(
    ' ',
  );
const GIVEN = '太郎 花子 翔太 美咲 大輔 陽菜 健 結衣 拓海 葵 蓮 凛 悠斗 七海 隼人 彩花 湊 莉子 一郎 真央 樹 遥 千夏 和也 恵 直樹'.split(
  ' ',
);
const KATAKANA =
  'ヤマダ タロウ|サトウ ハナコ|イトウ ケンジ|オオノ マイ|ガンダ ジュン|ピーター ワン|シュウ リー|ツジ ユウコ|ドイ ナオ|ベッショ アキ|マツザカ レン|ヨコタ ミナ'
    .split('|')
    .map((name) => name.split(' '));
const HIRAGANA = 'さくら まい|ひなた りん|つじむら あおい|がくと しん|ぱんだ みき|よこみぞ そら'.split('|').map((name) => name.split(' '));
const ROMAJI =
  'Ken Tanabe|Maria Lopez|Anna Schmidt|John Carter|Yuki Ohno|Kim Minjun|Chen Wei|David Vance|Helen Hart|Nora Nilsson|Tate Moreno|Paul Verdi'
    .split('|')
    .map((name) => name.split(' '));

type NamePart = { family: string; given: string; script: Script };

const createNames = (random: Random) => {
  const rare = random.shuffle(RARE_FAMILIES);
  const special = random.shuffle<NamePart>([
    ...KATAKANA.map(([family = '', given = '']) => ({ family, given, script: 'katakana' as const })),
    ...HIRAGANA.map(([family = '', given = '']) => ({ family, given, script: 'hiragana' as const })),
    ...ROMAJI.map(([given = '', family = '']) => ({ family, given, script: 'romaji' as const })),
  ]);
  const used = new Set<string>();
  const kanjiName = (family: string): NamePart => {
    let given = random.pick(GIVEN);
    while (used.has(family + given)) given = random.pick(GIVEN);
    used.add(family + given);
    return { family, given, script: random.chance(0.12) ? 'joined' : 'kanji' };
  };
  return (): NamePart => {
    if (random.chance(0.05)) return { family: '', given: '', script: 'none' };
    const name = random.chance(0.3) ? special.pop() : undefined;
    if (name) return name;
    return kanjiName((random.chance(0.6) ? rare.pop() : undefined) ?? random.pick(COMMON_FAMILIES));
  };
};

const registeredName = ({ family, given, script }: NamePart): string | null => {
  if (script === 'none') return null;
  if (script === 'joined') return family + given;
  return script === 'romaji' ? `${given} ${family}` : `${family} ${given}`;
};

type WorldInput = {
  seed: string;
  contests?: readonly string[];
  categories?: readonly string[];
  /** Bib numbers of each category; the same for all contests. */
  bibsOf: (category: string, index: number) => readonly string[];
};

export const videoKeyOf = ({ contestId, category, athleteNumber }: Athlete, style: VideoStyle): string =>
  [contestId, category, athleteNumber, style].join('|');

const buildWorld = ({ seed, contests = [KANTO], categories = CATEGORIES, bibsOf }: WorldInput): World => {
  const random = createRandom(seed);
  const nameOf = createNames(random);
  const athletes = contests.flatMap((contestName) =>
    categories.flatMap((category, index) =>
      bibsOf(category, index).map((athleteNumber): Athlete => {
        const name = nameOf();
        return { contestId: `id of ${contestName}`, contestName, category, athleteNumber, athleteName: registeredName(name), ...name };
      }),
    ),
  );
  const lines: LineToMatch[] = [];
  const videos = athletes.flatMap((athlete) =>
    VIDEO_STYLES.flatMap((style): Video[] => {
      if (random.chance(0.3)) return [];
      const first = 10_000_000 + lines.length * 37;
      const lineIds = Array.from({ length: random.chance(0.08) ? 2 : 1 }, (_, index) => `${first + index * 37}-01`);
      const { contestId, contestName, category, athleteNumber, athleteName } = athlete;
      for (const id of lineIds)
        lines.push({ id, contestId, contestName, category, athleteNumber, athleteName, style, orderDate: '2026-11-22T09:00:00.000Z' });
      return [{ key: videoKeyOf(athlete, style), athlete, style, lineIds }];
    }),
  );
  return { athletes, lines, videos };
};

const range = (from: number, count: number): string[] => Array.from({ length: count }, (_, index) => String(from + index));

/** One contest. Its bib numbers run from 1 to 120 across the categories, so none occurs twice. */
export const ONE_CONTEST = buildWorld({ seed: 'one contest', bibsOf: (_, index) => range(1 + index * 24, 24) });
/** One contest, whose bib numbers start at 1 in each category. */
export const SAME_BIBS = buildWorld({ seed: 'same bibs', bibsOf: (_, index) => range(1, 14 + index * 3) });
/** Three contests with the same bib numbers and categories. */
export const THREE_CONTESTS = buildWorld({
  seed: 'three contests',
  contests: CONTESTS,
  bibsOf: (_, index) => range(1 + index * 12, 12),
});
/** Bib numbers with letters, with leading zeros, and some that look like a year, a date, a resolution or a camera's number. */
export const ODD_BIBS = buildWorld({
  seed: 'odd bibs',
  categories: ['ビキニ', 'メンズフィジーク', 'ボディビル'],
  bibsOf: (_, index) =>
    [
      [...range(1, 12).map((bib) => `A${bib}`), '2026', '1121', '012', 'あ-3', 'あ-4'],
      [...range(1, 12).map((bib) => `B-${bib}`), '1080', '20261121', '045', '0007'],
      [...range(60, 12), '101A', '101B', '2025', '720', '9', '16', 'C12'],
    ][index] ?? [],
});

/** Ignores leading zeros, signs and letter case. */
const looseBib = (bib: string): string =>
  bib
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/(?<!\d)0+(?=\d)/gu, '');

type Scope = { contest?: boolean; category?: boolean };
const inScope = (world: World, athlete: Athlete, { contest = false, category = false }: Scope): readonly Athlete[] =>
  world.athletes.filter(
    (other) => (!contest || other.contestId === athlete.contestId) && (!category || other.category === athlete.category),
  );

/** Whether the bib number identifies the athlete among those of the named contest and category. */
export const isBibUnique = (world: World, athlete: Athlete, scope: Scope = {}): boolean =>
  inScope(world, athlete, scope).filter((other) => looseBib(other.athleteNumber) === looseBib(athlete.athleteNumber)).length === 1;

/** Whether nobody else has the same full name. */
export const isNameUnique = (world: World, athlete: Athlete, scope: Scope = {}): boolean =>
  inScope(world, athlete, scope).every((other) => other === athlete || other.family + other.given !== athlete.family + athlete.given);

/** Whether nobody else has, or may have, the same family name: without a space nobody knows where a family name ends. */
export const isFamilyUnique = (world: World, athlete: Athlete): boolean =>
  world.athletes.every(
    (other) =>
      other === athlete ||
      (other.family !== athlete.family && !(other.script === 'joined' && (other.athleteName ?? '').startsWith(athlete.family))),
  );

/** Whether the number in a bib such as B-5 is another athlete's bib: then "B-5" may be number 5 of block B. */
export const isBlockPossible = (world: World, { athleteNumber }: Athlete): boolean => {
  const number = /^\p{L}[^\p{L}\p{N}](\d+)$/u.exec(athleteNumber)?.[1];
  return number !== undefined && world.athletes.some((other) => looseBib(other.athleteNumber) === number);
};

export const orientationOf = (style: VideoStyle): 'vertical' | 'horizontal' => (style === '縦動画' ? 'vertical' : 'horizontal');
export const otherStyle = (style: VideoStyle): VideoStyle => (style === '縦動画' ? '横動画' : '縦動画');
