import { VIDEO_STYLES, type VideoStyle } from '@stagereel/contracts';

export type Video = { contest: string; category: string; bib: string; style: VideoStyle };

/** What the table of a 一括納品 says of a line before anything goes out; all as it stands there. */
type Verdict = {
  state: '確実' | '要確認' | '候補が複数' | '動画なし';
  /** The files that it offers; every file that is nobody's where there is none. */
  files: readonly string[];
  /** What it wants the admin to look at. */
  remarks: readonly string[];
};
export type BulkLine = Verdict & {
  video: Video;
  /** The file that holds the line's video. */
  file: string | null;
  /** The admin has to choose it. */
  isSettled?: boolean;
  /** Its only file is named right, and its picture lies the other way. */
  liesWrong?: boolean;
};
type Fate = 'goes out' | 'incomplete' | 'refused';
export type BulkOrder = { fate: Fate; lines: readonly BulkLine[] };

/** The second's name holds the first's, and the number of both is a bib, too. */
export const CONTESTS = ['第12回 湘南フィジーク杯', '第12回 湘南フィジーク杯 決勝'] as const;
/** So do the categories' names. */
export const CATEGORIES = ['ビキニ', 'ビキニフィットネス'] as const;
const [CONTEST] = CONTESTS;
const [BIKINI, FITNESS] = CATEGORIES;
const [UPRIGHT, WIDE] = VIDEO_STYLES;

/** Each is another athlete's. */
const ALIKE = ['1', '01', '001', '12', '012', '12A', '112', 'A-5'];
const BIBS = [...ALIKE, ...Array.from({ length: 26 }, (_, index) => `${index + 40}`)];

/** The same numbers each time. */
const numbersFrom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
};

export const shuffled = <Item>(items: readonly Item[], seed: number): Item[] => {
  const random = numbersFrom(seed);
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = random(at + 1);
    [mixed[at], mixed[other]] = [mixed[other] as Item, mixed[at] as Item];
  }
  return mixed;
};

const inWide = (text: string): string => text.replace(/[!-~]/gu, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
const joined = (text: string): string => text.replaceAll(' ', '');

/** How people write all that there is to say of a video. */
const HABITS: readonly ((video: Video) => string)[] = [
  ({ contest, category, bib, style }) => `${contest}_${category}_${bib}_${style}.mp4`,
  ({ contest, category, bib, style }) => `${contest}-${category}-${bib}-${style[0]}型.mp4`,
  ({ contest, category, bib, style }) => `${contest}/${category}/${bib} ${style[0]}.mov`,
  ({ contest, category, bib, style }) => `${inWide(`${style}_${bib}_`)}${category}＿${joined(contest)}.MP4`,
  // As a Mac writes it, in parts.
  ({ contest, category, bib, style }) => `${contest}_${category}_${bib}_${style}.m4v`.normalize('NFD'),
  ({ contest, category, bib, style }) =>
    `${contest}_${category === BIKINI ? 'ﾋﾞｷﾆ' : 'ﾋﾞｷﾆﾌｨｯﾄﾈｽ'}_${bib}_${style === UPRIGHT ? 'VERTICAL' : 'horizontal'}.mp4`,
];

const DOUBTS = {
  contest: '大会名が確認できません',
  category: 'カテゴリが確認できません',
  style: '縦・横が確認できません',
  numbers: 'ほかの番号も含まれています',
  words: 'ほかの言葉も含まれています',
  footage: '動画の向きと長さを確認してください',
  several: '候補を1つ選んでください',
} as const;
/** What stands at a video that is chosen though it lies the wrong way. */
export const WRONG_SIDE: Record<VideoStyle, string> = {
  縦動画: 'この注文は縦動画ですが、選択した動画は横向きです。',
  横動画: 'この注文は横動画ですが、選択した動画は縦向きです。',
};

/**
 * A folder of three hundred videos and the orders it is for: most are written as one may write them, the rest as people do.
 * What the table must say of each line is stated case by case.
 */
export const planBulkFolder = () => {
  /** By path: how the picture lies, and whose bytes it has but for its own. */
  const films = new Map<string, { style: VideoStyle; bytesOf: string }>();
  const put = (path: string, style: VideoStyle, bytesOf = path): string => {
    if (films.has(path)) throw new Error(`there are two files ${path}`);
    films.set(path, { style, bytesOf });
    return path;
  };

  const grid = CONTESTS.flatMap((contest) =>
    CATEGORIES.flatMap((category) => BIBS.flatMap((bib) => VIDEO_STYLES.map((style): Video => ({ contest, category, bib, style })))),
  );
  /** Whose number a typo in the contest's name leaves over. */
  const isTwelfth = ({ category, bib, style }: Video): boolean => category === FITNESS && bib === '12' && style === WIDE;
  const others = shuffled(
    grid.filter((video) => !isTwelfth(video)),
    11,
  );
  // What is easily mistaken for each other is in the first orders, which go out.
  const rest = [...others.filter(({ bib }) => ALIKE.includes(bib)), ...others.filter(({ bib }) => !ALIKE.includes(bib))];
  let written = 0;
  const write = (video: Video): string => {
    written += 1;
    return put(HABITS[written % HABITS.length]?.(video) ?? '', video.style);
  };
  const sure = (video: Video, file = write(video)): BulkLine => ({ video, file, state: '確実', files: [file], remarks: [] });
  const sureOnes = (count: number): BulkLine[] => rest.splice(0, count).map((video) => sure(video));

  const athlete = (bib: string, more: Partial<Video> = {}): Video => ({ contest: CONTEST, category: BIKINI, bib, style: UPRIGHT, ...more });
  const several = (
    video: Video,
    { file, files, isSettled = false }: { file: string | null; files: readonly string[]; isSettled?: boolean },
  ) => ({ video, file, files, isSettled, state: '候補が複数', remarks: [DOUBTS.several] }) satisfies BulkLine;
  const doubtful = (bib: string, { name, doubts }: { name: string; doubts: readonly (keyof typeof DOUBTS)[] }): BulkLine => {
    const file = put(name, UPRIGHT);
    const remarks = [doubts.map((doubt) => DOUBTS[doubt]).join('、')];
    return { video: athlete(bib), file, files: [file], isSettled: true, state: '要確認', remarks };
  };
  const missing = (video: Video): BulkLine => ({ video, file: null, files: [], state: '動画なし', remarks: [] });

  const settled = (): BulkLine[] => {
    const twice = [put(`${CONTEST}_${BIKINI}_208_縦.mp4`, UPRIGHT), put(`${CONTEST}/${BIKINI}/208縦（修正）.mp4`, UPRIGHT)];
    const noSide = put(`${CONTEST}_${BIKINI}_210.mp4`, UPRIGHT);
    const aSide = put(`${CONTEST}_${BIKINI}_210_横.mp4`, WIDE);
    return [
      doubtful('201', { name: `${BIKINI}_201_縦.mp4`, doubts: ['contest'] }),
      doubtful('202', { name: `${CONTEST}_202_縦.mp4`, doubts: ['category'] }),
      doubtful('203', { name: `${CONTEST}_${BIKINI}_203.mp4`, doubts: ['style'] }),
      doubtful('204', { name: `${CONTEST}_ビキ二_204_縦.mp4`, doubts: ['category', 'words'] }),
      doubtful('205', { name: `${CONTEST}_${BIKINI}_205_縦 (2).mp4`, doubts: ['numbers'] }),
      doubtful('206', { name: `${CONTEST}_${BIKINI}_206_縦_IMG_0001.mp4`, doubts: ['numbers', 'words'] }),
      doubtful('207', { name: `${CONTEST}_${BIKINI}_207_縦横.mp4`, doubts: ['style'] }),
      several(athlete('208'), { file: twice[1] ?? null, files: twice, isSettled: true }),
      several(athlete('210'), { file: noSide, files: [noSide], isSettled: true }),
      several(athlete('210', { style: WIDE }), { file: aSide, files: [noSide, aSide], isSettled: true }),
    ];
  };

  const unsettled = (): BulkLine[] => {
    const twice = [put(`${CONTEST}_${BIKINI}_211_縦.mp4`, UPRIGHT), put(`${inWide('211_')}縦_${BIKINI}_${CONTEST}.mp4`, UPRIGHT)];
    const noCategory = put(`${CONTEST}_212_縦.mp4`, UPRIGHT);
    const twoBibs = put(`${CONTEST}_${BIKINI}_213-214_縦.mp4`, UPRIGHT);
    const misspelt = put(`第12回 湘南フィジーグ杯_${FITNESS}_215_横.mp4`, WIDE);
    const twelfths = grid.filter(isTwelfth);
    return [
      several(athlete('211'), { file: null, files: twice }),
      several(athlete('212'), { file: null, files: [noCategory] }),
      several(athlete('212', { category: FITNESS }), { file: null, files: [noCategory] }),
      several(athlete('213'), { file: null, files: [twoBibs] }),
      several(athlete('214'), { file: null, files: [twoBibs] }),
      several(athlete('215', { category: FITNESS, style: WIDE }), { file: null, files: [misspelt] }),
      ...twelfths.map((video) => several(video, { file: null, files: [write(video), misspelt] })),
    ];
  };

  const withoutVideo = (): BulkLine[] => {
    put(`${CONTEST}_${BIKINI}_2170_縦.mp4`, UPRIGHT);
    put(`${CONTEST}_${BIKINI}_218_横.mp4`, WIDE);
    put(`${CONTEST}_${BIKINI}_0219_縦.mp4`, UPRIGHT);
    put(`${CONTEST}_${BIKINI}_220B_縦.mp4`, UPRIGHT);
    return ['216', '217', '218', '219', '220'].map((bib) => missing(athlete(bib)));
  };

  const lyingWrong = (): BulkLine[] =>
    ['221', '222', '223', '224', '225'].map((bib, index) => {
      const video = athlete(bib, { style: index % 2 === 0 ? UPRIGHT : WIDE });
      const file = put(HABITS[index]?.(video) ?? '', video.style === UPRIGHT ? WIDE : UPRIGHT);
      return { video, file: null, files: [file], liesWrong: true, state: '要確認', remarks: [DOUBTS.footage] };
    });

  const twins = (): BulkLine[] => {
    const [one, other] = [athlete('226'), athlete('227')];
    const first = put(HABITS[0]?.(one) ?? '', UPRIGHT);
    return [sure(one, first), sure(other, put(HABITS[0]?.(other) ?? '', UPRIGHT, first)), ...sureOnes(2)];
  };

  const plain = Array.from({ length: 2 }, () => sureOnes(18));
  // Another customer wants some of the first one's videos, too.
  const again = plain[0]?.slice(0, 5).map(({ video, file }) => sure(video, file ?? '')) ?? [];
  const orders: BulkOrder[] = [
    ...plain.map((lines): BulkOrder => ({ fate: 'goes out', lines })),
    { fate: 'goes out', lines: [...again, ...sureOnes(10)] },
    { fate: 'goes out', lines: [...sureOnes(8), ...settled()] },
    ...['231', '232', '233', '234', '235'].map(
      (bib): BulkOrder => ({ fate: 'incomplete', lines: [...sureOnes(30), missing(athlete(bib))] }),
    ),
    { fate: 'incomplete', lines: [...sureOnes(14), ...unsettled()] },
    { fate: 'incomplete', lines: [...sureOnes(15), ...withoutVideo()] },
    { fate: 'incomplete', lines: [...sureOnes(10), ...lyingWrong()] },
    { fate: 'refused', lines: twins() },
  ];
  for (const name of ['メイキング.mp4', 'IMG_0007.mov', `${CONTEST}_表彰式_縦.mp4`, '999.mp4']) put(name, UPRIGHT);
  // Videos that nobody ordered.
  for (const video of rest.slice(0, 300 - films.size)) write(video);
  return { orders, films };
};
