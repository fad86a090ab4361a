import { VIDEO_STYLES, type VideoStyle } from '@stagereel/contracts';

export type Video = { contest: string; category: string; bib: string; style: VideoStyle };

/** The expected row of an order line in the 一括納品 table before delivery, with the exact texts. */
type Verdict = {
  state: '確実' | '要確認' | '候補が複数' | '動画なし';
  /** The matching files that the row offers. If there are none, the row offers every unmatched file. */
  files: readonly string[];
  /** The hints for the admin. */
  remarks: readonly string[];
};
export type BulkLine = Verdict & {
  video: Video;
  /** The file that the admin should choose; null if no file is right or the names do not tell which. */
  file: string | null;
  /** The admin chooses `file` by hand. */
  isSettled?: boolean;
  /** The only matching file has the right name, but the wrong orientation. */
  hasWrongOrientation?: boolean;
};
type Fate = 'goes out' | 'incomplete' | 'refused';
export type BulkOrder = { fate: Fate; lines: readonly BulkLine[] };

/** Hard to tell apart: the second name contains the first, and the 12 in both is also a bib. */
export const CONTESTS = ['第12回 湘南フィジーク杯', '第12回 湘南フィジーク杯 決勝'] as const;
/** The second name contains the first here, too. */
export const CATEGORIES = ['ビキニ', 'ビキニフィットネス'] as const;
const [CONTEST] = CONTESTS;
const [BIKINI, FITNESS] = CATEGORIES;
const [VERTICAL, HORIZONTAL] = VIDEO_STYLES;

/** Similar bibs, each of a different athlete. */
const SIMILAR_BIBS = ['1', '01', '001', '12', '012', '12A', '112', 'A-5'];
const BIBS = [...SIMILAR_BIBS, ...Array.from({ length: 26 }, (_, index) => `${index + 40}`)];

/** A pseudorandom generator that returns the same sequence for the same seed. */
const createRandom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
};

export const shuffled = <Item>(items: readonly Item[], seed: number): Item[] => {
  const random = createRandom(seed);
  const result = [...items];
  for (let index = result.length - 1; index > 0; index -= 1) {
    const other = random(index + 1);
    [result[index], result[other]] = [result[other] as Item, result[index] as Item];
  }
  return result;
};

const toFullWidth = (text: string): string => text.replace(/[!-~]/gu, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
const withoutSpaces = (text: string): string => text.replaceAll(' ', '');

/** File name formats that people use for a complete name. */
const FILE_NAME_FORMATS: readonly ((video: Video) => string)[] = [
  ({ contest, category, bib, style }) => `${contest}_${category}_${bib}_${style}.mp4`,
  ({ contest, category, bib, style }) => `${contest}-${category}-${bib}-${style[0]}型.mp4`,
  ({ contest, category, bib, style }) => `${contest}/${category}/${bib} ${style[0]}.mov`,
  ({ contest, category, bib, style }) => `${toFullWidth(`${style}_${bib}_`)}${category}＿${withoutSpaces(contest)}.MP4`,
  // Decomposed characters (NFD), as macOS writes them.
  ({ contest, category, bib, style }) => `${contest}_${category}_${bib}_${style}.m4v`.normalize('NFD'),
  ({ contest, category, bib, style }) =>
    `${contest}_${category === BIKINI ? 'ﾋﾞｷﾆ' : 'ﾋﾞｷﾆﾌｨｯﾄﾈｽ'}_${bib}_${style === VERTICAL ? 'VERTICAL' : 'horizontal'}.mp4`,
];

const REMARKS = {
  contest: '大会名が確認できません',
  category: 'カテゴリが確認できません',
  style: '縦・横が確認できません',
  numbers: 'ほかの番号も含まれています',
  words: 'ほかの言葉も含まれています',
  footage: '動画の向きと長さを確認してください',
  several: '候補を1つ選んでください',
} as const;
/** The hint on a selected video whose orientation differs from the ordered one. */
export const WRONG_SIDE: Record<VideoStyle, string> = {
  縦動画: 'この注文は縦動画ですが、選択した動画は横向きです。',
  横動画: 'この注文は横動画ですが、選択した動画は縦向きです。',
};

/**
 * A folder of three hundred videos and the orders they belong to. Most file names are complete, the others have typical mistakes. Each case
 * declares the row that the table must show.
 */
export const planBulkFolder = () => {
  /** By path: the orientation of the video, and the path that its bytes are derived from (another path for a copy). */
  const videos = new Map<string, { style: VideoStyle; bytesOf: string }>();
  const addFile = (path: string, style: VideoStyle, bytesOf = path): string => {
    if (videos.has(path)) throw new Error(`The file ${path} exists twice`);
    videos.set(path, { style, bytesOf });
    return path;
  };

  const grid = CONTESTS.flatMap((contest) =>
    CATEGORIES.flatMap((category) => BIBS.flatMap((bib) => VIDEO_STYLES.map((style): Video => ({ contest, category, bib, style })))),
  );
  /** The videos that also match a file with a misspelled contest name, because the 12 in that name is read as a bib. */
  const isAmbiguousTwelve = ({ category, bib, style }: Video): boolean => category === FITNESS && bib === '12' && style === HORIZONTAL;
  const shuffledVideos = shuffled(
    grid.filter((video) => !isAmbiguousTwelve(video)),
    11,
  );
  // Similar bibs come first, because the first orders are the ones that are delivered.
  const remaining = [
    ...shuffledVideos.filter(({ bib }) => SIMILAR_BIBS.includes(bib)),
    ...shuffledVideos.filter(({ bib }) => !SIMILAR_BIBS.includes(bib)),
  ];
  let writtenCount = 0;
  const addNamedFile = (video: Video): string => {
    writtenCount += 1;
    return addFile(FILE_NAME_FORMATS[writtenCount % FILE_NAME_FORMATS.length]?.(video) ?? '', video.style);
  };
  const certain = (video: Video, file = addNamedFile(video)): BulkLine => ({ video, file, state: '確実', files: [file], remarks: [] });
  const certainLines = (count: number): BulkLine[] => remaining.splice(0, count).map((video) => certain(video));

  const athlete = (bib: string, more: Partial<Video> = {}): Video => ({
    contest: CONTEST,
    category: BIKINI,
    bib,
    style: VERTICAL,
    ...more,
  });
  const several = (
    video: Video,
    { file, files, isSettled = false }: { file: string | null; files: readonly string[]; isSettled?: boolean },
  ) => ({ video, file, files, isSettled, state: '候補が複数', remarks: [REMARKS.several] }) satisfies BulkLine;
  const uncertain = (bib: string, { name, doubts }: { name: string; doubts: readonly (keyof typeof REMARKS)[] }): BulkLine => {
    const file = addFile(name, VERTICAL);
    const remarks = [doubts.map((doubt) => REMARKS[doubt]).join('、')];
    return { video: athlete(bib), file, files: [file], isSettled: true, state: '要確認', remarks };
  };
  const missing = (video: Video): BulkLine => ({ video, file: null, files: [], state: '動画なし', remarks: [] });

  const linesToChoose = (): BulkLine[] => {
    const duplicates = [addFile(`${CONTEST}_${BIKINI}_208_縦.mp4`, VERTICAL), addFile(`${CONTEST}/${BIKINI}/208縦（修正）.mp4`, VERTICAL)];
    const withoutStyle = addFile(`${CONTEST}_${BIKINI}_210.mp4`, VERTICAL);
    const withStyle = addFile(`${CONTEST}_${BIKINI}_210_横.mp4`, HORIZONTAL);
    return [
      uncertain('201', { name: `${BIKINI}_201_縦.mp4`, doubts: ['contest'] }),
      uncertain('202', { name: `${CONTEST}_202_縦.mp4`, doubts: ['category'] }),
      uncertain('203', { name: `${CONTEST}_${BIKINI}_203.mp4`, doubts: ['style'] }),
      uncertain('204', { name: `${CONTEST}_ビキ二_204_縦.mp4`, doubts: ['category', 'words'] }),
      uncertain('205', { name: `${CONTEST}_${BIKINI}_205_縦 (2).mp4`, doubts: ['numbers'] }),
      uncertain('206', { name: `${CONTEST}_${BIKINI}_206_縦_IMG_0001.mp4`, doubts: ['numbers', 'words'] }),
      uncertain('207', { name: `${CONTEST}_${BIKINI}_207_縦横.mp4`, doubts: ['style'] }),
      several(athlete('208'), { file: duplicates[1] ?? null, files: duplicates, isSettled: true }),
      several(athlete('210'), { file: withoutStyle, files: [withoutStyle], isSettled: true }),
      several(athlete('210', { style: HORIZONTAL }), { file: withStyle, files: [withoutStyle, withStyle], isSettled: true }),
    ];
  };

  const ambiguousLines = (): BulkLine[] => {
    const duplicates = [
      addFile(`${CONTEST}_${BIKINI}_211_縦.mp4`, VERTICAL),
      addFile(`${toFullWidth('211_')}縦_${BIKINI}_${CONTEST}.mp4`, VERTICAL),
    ];
    const withoutCategory = addFile(`${CONTEST}_212_縦.mp4`, VERTICAL);
    const twoBibs = addFile(`${CONTEST}_${BIKINI}_213-214_縦.mp4`, VERTICAL);
    const misspelled = addFile(`第12回 湘南フィジーグ杯_${FITNESS}_215_横.mp4`, HORIZONTAL);
    const ambiguousTwelves = grid.filter(isAmbiguousTwelve);
    return [
      several(athlete('211'), { file: null, files: duplicates }),
      several(athlete('212'), { file: null, files: [withoutCategory] }),
      several(athlete('212', { category: FITNESS }), { file: null, files: [withoutCategory] }),
      several(athlete('213'), { file: null, files: [twoBibs] }),
      several(athlete('214'), { file: null, files: [twoBibs] }),
      several(athlete('215', { category: FITNESS, style: HORIZONTAL }), { file: null, files: [misspelled] }),
      ...ambiguousTwelves.map((video) => several(video, { file: null, files: [addNamedFile(video), misspelled] })),
    ];
  };

  const linesWithoutVideo = (): BulkLine[] => {
    addFile(`${CONTEST}_${BIKINI}_2170_縦.mp4`, VERTICAL);
    addFile(`${CONTEST}_${BIKINI}_218_横.mp4`, HORIZONTAL);
    addFile(`${CONTEST}_${BIKINI}_0219_縦.mp4`, VERTICAL);
    addFile(`${CONTEST}_${BIKINI}_220B_縦.mp4`, VERTICAL);
    return ['216', '217', '218', '219', '220'].map((bib) => missing(athlete(bib)));
  };

  const linesWithWrongOrientation = (): BulkLine[] =>
    ['221', '222', '223', '224', '225'].map((bib, index) => {
      const video = athlete(bib, { style: index % 2 === 0 ? VERTICAL : HORIZONTAL });
      const file = addFile(FILE_NAME_FORMATS[index]?.(video) ?? '', video.style === VERTICAL ? HORIZONTAL : VERTICAL);
      return { video, file: null, files: [file], hasWrongOrientation: true, state: '要確認', remarks: [REMARKS.footage] };
    });

  const linesWithSameVideo = (): BulkLine[] => {
    const [one, other] = [athlete('226'), athlete('227')];
    const first = addFile(FILE_NAME_FORMATS[0]?.(one) ?? '', VERTICAL);
    return [certain(one, first), certain(other, addFile(FILE_NAME_FORMATS[0]?.(other) ?? '', VERTICAL, first)), ...certainLines(2)];
  };

  const certainOrders = Array.from({ length: 2 }, () => certainLines(18));
  // A second customer also ordered some videos of the first one.
  const repeatedLines = certainOrders[0]?.slice(0, 5).map(({ video, file }) => certain(video, file ?? '')) ?? [];
  const orders: BulkOrder[] = [
    ...certainOrders.map((lines): BulkOrder => ({ fate: 'goes out', lines })),
    { fate: 'goes out', lines: [...repeatedLines, ...certainLines(10)] },
    { fate: 'goes out', lines: [...certainLines(8), ...linesToChoose()] },
    ...['231', '232', '233', '234', '235'].map(
      (bib): BulkOrder => ({ fate: 'incomplete', lines: [...certainLines(30), missing(athlete(bib))] }),
    ),
    { fate: 'incomplete', lines: [...certainLines(14), ...ambiguousLines()] },
    { fate: 'incomplete', lines: [...certainLines(15), ...linesWithoutVideo()] },
    { fate: 'incomplete', lines: [...certainLines(10), ...linesWithWrongOrientation()] },
    { fate: 'refused', lines: linesWithSameVideo() },
  ];
  for (const name of ['メイキング.mp4', 'IMG_0007.mov', `${CONTEST}_表彰式_縦.mp4`, '999.mp4']) addFile(name, VERTICAL);
  // Videos that are in no order.
  for (const video of remaining.slice(0, 300 - videos.size)) addNamedFile(video);
  return { orders, videos };
};
