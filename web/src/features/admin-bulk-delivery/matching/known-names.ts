import { type AdminLine, VIDEO_STYLES, type VideoStyle } from '@stagereel/contracts';
import { contestWords, createContestKeys, type RegisteredContest } from './contest-names.ts';
import { exactBib, nameKey } from './name-keys.ts';
import { addWord, createWordTree, type WordTree } from './split-words.ts';

/** An order line that wants a video. */
export type LineToMatch = Pick<
  AdminLine,
  'id' | 'contestId' | 'contestName' | 'category' | 'athleteNumber' | 'athleteName' | 'style' | 'orderDate'
>;

/**
 * A registered athlete of a contest that has open lines: all of them, because a bib number or a name is clear only if no other athlete has it.
 * `contestId` distinguishes contests of the same name.
 */
export type RegisteredAthlete = {
  contestId?: string | undefined;
  contestName: string;
  category: string;
  athleteNumber: string;
  athleteName: string | null;
};

/** An athlete in a category of a contest, with the open lines for the athlete's videos. `contest` and `category` are made by `nameKey`. */
export type Entrant = {
  contest: string;
  category: string;
  bib: string;
  names: Set<string>;
  /** Whether the orders have another name than the register: the bib number may have passed to somebody else. */
  isRenamed: boolean;
  /** More than one if several contests have the name, or several categories of the contest. */
  contestIds: Set<string>;
  categoryNames: Set<string>;
  lines: Record<VideoStyle, LineToMatch[]>;
};

/** Nobody is recognised by a given name alone. */
export type NamePart = 'full' | 'family' | 'given';

/**
 * `counter`, `ordinal`: the number after it is no bib number, as in day 2 and 第3; `unit`: the number before it, as in 3回. `addition`: says
 * nothing about the video.
 */
type OtherKind = 'bibPrefix' | 'bibSuffix' | 'counter' | 'ordinal' | 'unit' | 'addition';

/** What a word in a path may mean. */
export type Meaning =
  | { kind: 'contest'; contest: string }
  | { kind: 'category'; category: string }
  | { kind: 'name'; entrant: Entrant; part: NamePart }
  | { kind: 'bib'; entrant: Entrant }
  | { kind: 'style'; style: VideoStyle }
  | { kind: OtherKind };

export type KnownNames = {
  words: WordTree<Meaning>;
  /** By the `nameKey` of the bib number. */
  entrantsByBib: ReadonlyMap<string, readonly Entrant[]>;
  /** Bib numbers with their leading zeros. */
  exactBibs: ReadonlySet<string>;
  /** The years of the orders. A path of an earlier year belongs to another edition of a contest. */
  orderYears: ReadonlySet<string>;
  /** By line id. */
  videosByLine: ReadonlyMap<string, { entrant: Entrant; style: VideoStyle; line: LineToMatch }>;
  /** Names in which nobody knows where the family name ends. */
  joinedNames: readonly { key: string; entrant: Entrant }[];
  /** Contests whose athletes are known. Of others, nobody knows which bib numbers and names are unique. */
  registeredContests: ReadonlySet<string>;
  /** Contests in which more than a tenth of the athletes have no name: a family name that occurs once may still be somebody else's. */
  incompleteContests: ReadonlySet<string>;
};

const STYLE_WORDS: Record<VideoStyle, string> = {
  縦動画: '縦 タテ 縦動画 縦向き 縦型 縦長 縦位置 縦版 タテ動画 tate vertical vert portrait v',
  横動画: '横 ヨコ 横動画 横向き 横型 横長 横位置 横版 ヨコ動画 yoko horizontal hori horiz landscape h',
};

const OTHER_WORDS: readonly (readonly [OtherKind, string])[] = [
  ['bibPrefix', 'no nr num number bib entry ゼッケン ゼッケン番号 選手番号 背番号 エントリー エントリー番号 番号 ナンバー'],
  ['bibSuffix', '番 号'],
  ['counter', 'day disc disk card cam camera カメラ カード'],
  ['ordinal', '第'],
  ['unit', '年 月 日 回 位 部 時 分 秒 目 日目 回目 周年'],
  [
    'addition',
    '完成 完成版 完成品 完成動画 完パケ 最終 最終版 決定版 確定 確定版 修正 修正版 修正済 修正済み 最新 最新版 編集 編集版 編集済 編集済み',
  ],
  [
    'addition',
    '納品 納品用 納品版 納品データ 納品動画 納品済 納品済み 確認 確認用 確認済 確認済み 提出 提出用 書き出し 書出し 書出 本番 済 済み',
  ],
  [
    'addition',
    '動画 映像 ビデオ ムービー データ ファイル コピー のコピー 複製 様 さん 選手 殿 一式 まとめ フォルダ フォルダー の部 部門 級 クラス カテゴリ カテゴリー',
  ],
  ['addition', 'final fix fixed edit edited export exported render rendered output master movie movies video videos clip copy done ok'],
  [
    'addition',
    'finished complete completed all new latest delivery upload hd fhd uhd mp4 mov hevc prores desktop downloads デスクトップ ダウンロード',
  ],
];

const PLAIN_WORDS: readonly { word: string; meaning: Meaning }[] = [
  ...VIDEO_STYLES.flatMap((style) =>
    STYLE_WORDS[style].split(' ').map((word) => ({ word: nameKey(word), meaning: { kind: 'style' as const, style } })),
  ),
  ...OTHER_WORDS.flatMap(([kind, list]) => list.split(' ').map((word) => ({ word: nameKey(word), meaning: { kind } }))),
];
/** Words that are no part of a name, although an athlete may be called Tate. */
const plainWords = new Set(PLAIN_WORDS.map(({ word }) => word));

const isLatin = (text: string): boolean => /^[\p{Script=Latin}\p{M}\p{P}\s]+$/u.test(text);

/** The ways to write a registered name. It may contain a second one, as in "山田 太郎（Taro Yamada）". */
const namesOf = (registered: string): { text: string; part: NamePart }[] =>
  registered
    .normalize('NFKC')
    .split(/[()/]/u)
    .filter((name) => name.trim() !== '')
    .flatMap((name) => {
      const parts = name.split(/[\s・,]+/u).filter((part) => part !== '');
      const [first = '', last = ''] = [parts.at(0), parts.at(-1)];
      const names = [{ text: parts.join(''), part: 'full' as const }];
      if (parts.length < 2) return names;
      // In Latin letters nobody knows which part is the family name.
      const single = [
        { text: first, part: 'family' as const },
        { text: last, part: isLatin(name) ? ('family' as const) : ('given' as const) },
      ];
      return [
        ...names,
        { text: parts.toReversed().join(''), part: 'full' },
        ...single.filter(({ text }) => !isLatin(text) || text.length > 2),
      ];
    });

const addToSet = (sets: Map<string, Set<string>>, key: string): Set<string> => {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set);
  return set;
};

const fullKeys = (registered: string): string[] =>
  namesOf(registered)
    .filter(({ part }) => part === 'full')
    .map(({ text }) => nameKey(text));

const addName = (entrant: Entrant, name: string | null): void => {
  if (!name || entrant.names.has(name)) return;
  const known = new Set([...entrant.names].flatMap(fullKeys));
  if (known.size > 0 && !fullKeys(name).some((key) => known.has(key))) entrant.isRenamed = true;
  entrant.names.add(name);
};

type Registered = { lines: readonly LineToMatch[]; athletes: readonly RegisteredAthlete[] };

type Keyed = Registered & { contestKey: ReturnType<typeof createContestKeys> };

const collectEntrants = ({ athletes, lines, contestKey }: Keyed) => {
  const entrants = new Map<string, Entrant>();
  const contestIds = new Map<string, Set<string>>();
  const categoryNames = new Map<string, Set<string>>();
  const entrantOf = (athlete: RegisteredAthlete): Entrant => {
    const contest = contestKey(athlete);
    const category = nameKey(athlete.category);
    const key = `${contest}|${category}|${exactBib(athlete.athleteNumber)}`;
    const entrant = entrants.get(key) ?? {
      contest,
      category,
      bib: athlete.athleteNumber,
      names: new Set(),
      isRenamed: false,
      contestIds: addToSet(contestIds, contest),
      categoryNames: addToSet(categoryNames, `${contest}|${category}`),
      lines: { 縦動画: [], 横動画: [] },
    };
    entrants.set(key, entrant);
    entrant.categoryNames.add(athlete.category);
    if (athlete.contestId !== undefined) entrant.contestIds.add(athlete.contestId);
    addName(entrant, athlete.athleteName);
    return entrant;
  };
  const personKey = (athlete: RegisteredAthlete): string =>
    `${contestKey(athlete)}|${exactBib(athlete.athleteNumber)}|${nameKey(athlete.athleteName ?? '')}`;
  const categoriesOfPerson = new Map<string, RegisteredAthlete[]>();
  for (const athlete of athletes) {
    entrantOf(athlete);
    categoriesOfPerson.set(personKey(athlete), [...(categoriesOfPerson.get(personKey(athlete)) ?? []), athlete]);
  }
  const videosByLine = new Map<string, { entrant: Entrant; style: VideoStyle; line: LineToMatch }>();
  for (const line of lines) {
    // The athlete was moved to another category after the order.
    const moved = line.athleteName ? (categoriesOfPerson.get(personKey(line)) ?? []) : [];
    const entrant = entrantOf({ ...line, category: (moved.length === 1 && moved[0]?.category) || line.category });
    entrant.lines[line.style].push(line);
    videosByLine.set(line.id, { entrant, style: line.style, line });
  }
  return { entrants: [...entrants.values()], videosByLine };
};

/** Contests in which more than a tenth of the athletes have no name. */
const incompleteContestsOf = (entrants: readonly Entrant[]): Set<string> => {
  const counts = new Map<string, { all: number; nameless: number }>();
  for (const { contest, names } of entrants) {
    const { all, nameless } = counts.get(contest) ?? { all: 0, nameless: 0 };
    counts.set(contest, { all: all + 1, nameless: nameless + (names.size === 0 ? 1 : 0) });
  }
  return new Set([...counts].filter(([, { all, nameless }]) => nameless * 10 > all).map(([contest]) => contest));
};

/** Indexes all names, so that a path is read once, whatever the number of athletes. `contests`: all of the shop. */
export const createKnownNames = ({
  lines,
  athletes,
  contests = [],
}: Registered & { contests?: readonly RegisteredContest[] }): KnownNames => {
  const all = [...athletes, ...lines];
  const contestKey = createContestKeys([...all, ...contests]);
  const { entrants, videosByLine } = collectEntrants({ athletes, lines, contestKey });
  const words = createWordTree<Meaning>();
  for (const { word, contest } of contestWords({ open: all, others: contests, contestKey }))
    addWord(words, { word, meaning: { kind: 'contest', contest } });
  for (const word of new Set(entrants.map(({ category }) => category)))
    addWord(words, { word, meaning: { kind: 'category', category: word } });
  for (const { word, meaning } of PLAIN_WORDS) addWord(words, { word, meaning });

  const entrantsByBib = new Map<string, Entrant[]>();
  const joinedNames: { key: string; entrant: Entrant }[] = [];
  for (const entrant of entrants) {
    const bib = nameKey(entrant.bib);
    const sameBib = entrantsByBib.get(bib) ?? [];
    sameBib.push(entrant);
    entrantsByBib.set(bib, sameBib);
    if (!/^\d*$/u.test(bib)) addWord(words, { word: bib, meaning: { kind: 'bib', entrant } });
    for (const name of entrant.names) {
      if (!isLatin(name) && !/\s/u.test(name)) joinedNames.push({ key: nameKey(name), entrant });
      for (const { text, part } of namesOf(name)) {
        const word = nameKey(text);
        if (part === 'full' || !plainWords.has(word)) addWord(words, { word, meaning: { kind: 'name', entrant, part } });
      }
    }
  }
  return {
    words,
    entrantsByBib,
    exactBibs: new Set(entrants.map(({ bib }) => exactBib(bib))),
    orderYears: new Set(lines.map(({ orderDate }) => orderDate.slice(0, 4))),
    videosByLine,
    joinedNames,
    registeredContests: new Set(athletes.map(contestKey)),
    incompleteContests: incompleteContestsOf(entrants),
  };
};
