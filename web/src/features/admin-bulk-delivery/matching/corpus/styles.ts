import {
  bibOf,
  extension,
  halfWidth,
  hasName,
  isVertical,
  joinedName,
  type Named,
  type NamingStyle,
  padded,
  spacedName,
  tate,
  toHiragana,
} from './naming.ts';
import {
  isBibUnique,
  isBlockPossible,
  isFamilyUnique,
  isNameUnique,
  ODD_BIBS,
  ONE_CONTEST,
  orientationOf,
  otherStyle,
  SAME_BIBS,
  THREE_CONTESTS,
} from './world.ts';

/** File names that are usual in the trade. The matcher may be tuned with these. */
export const TUNED_STYLES: readonly NamingStyle[] = [
  {
    name: 'contest/category/bib_縦',
    world: THREE_CONTESTS,
    nameFiles: (video, random) => ({
      path: `${video.athlete.contestName}/${video.athlete.category}/${bibOf(video)}_${tate(video)}.${extension(random)}`,
      isClear: true,
    }),
  },
  {
    name: 'contest_category_bib_縦動画',
    world: THREE_CONTESTS,
    nameFiles: (video) => ({
      path: `${video.athlete.contestName}_${video.athlete.category}_${bibOf(video)}_${video.style}.mp4`,
      isClear: true,
    }),
  },
  {
    name: 'bib_name_縦',
    world: SAME_BIBS,
    suits: hasName,
    nameFiles: (video, random) => ({
      path: `${bibOf(video)}_${random.chance(0.5) ? joinedName(video) : spacedName(video)}_${tate(video)}.mp4`,
      isClear: true,
    }),
  },
  {
    name: 'No.bib name 縦',
    world: ONE_CONTEST,
    suits: hasName,
    nameFiles: (video, random) => ({
      path: `${random.pick(['No.', 'No', 'NO.', 'no ', 'Nr. ', 'Nr', '№'])}${bibOf(video)} ${spacedName(video)} ${tate(video)}.mov`,
      isClear: true,
    }),
  },
  {
    name: 'ゼッケンbib_縦動画',
    world: ONE_CONTEST,
    nameFiles: (video, random) => ({
      path: `${random.pick(['ゼッケン', 'ゼッケン番号', 'ｾﾞｯｹﾝ', 'ゼッケン_'])}${bibOf(video)}_${video.style}.mp4`,
      isClear: true,
    }),
  },
  {
    name: 'bib番_横_完成',
    world: ONE_CONTEST,
    nameFiles: (video, random) => ({
      path: `${bibOf(video)}番_${tate(video)}_${random.pick(['完成', '完成版', '完パケ', '最終', '修正済み', '納品用', '確認用'])}.mp4`,
      isClear: true,
    }),
  },
  {
    name: '0bib_tate',
    world: ONE_CONTEST,
    nameFiles: (video, random) => ({
      path: `${padded(bibOf(video), random.pick([3, 4]))}_${isVertical(video) ? random.pick(['tate', 'TATE', 'Tate']) : random.pick(['yoko', 'YOKO', 'Yoko'])}.mp4`,
      isClear: true,
    }),
  },
  {
    name: '#bib-vertical_v2',
    world: ONE_CONTEST,
    nameFiles: (video, random) => ({
      path: `#${bibOf(video)}-${isVertical(video) ? random.pick(['vertical', 'Vertical', 'portrait']) : random.pick(['horizontal', 'landscape'])}_${random.pick(['v2', 'V3', 'ver2', 'ver.1', 'rev2', 'v1.2'])}.mp4`,
      isClear: true,
    }),
  },
  {
    name: '縦/category/bib',
    world: SAME_BIBS,
    nameFiles: (video, random) => ({
      path: random.chance(0.5)
        ? `納品/${tate(video)}/${video.athlete.category}/${bibOf(video)}.mp4`
        : `${video.athlete.category}/${video.style}/${bibOf(video)}.MP4`,
      isClear: true,
    }),
  },
  {
    name: 'bib, direction from the video',
    world: ONE_CONTEST,
    nameFiles: (video) => ({ path: `${bibOf(video)}.mp4`, isClear: true, orientation: orientationOf(video.style) }),
  },
  {
    name: 'bib without any direction',
    world: ONE_CONTEST,
    nameFiles: (video) => ({ path: `${bibOf(video)}.mp4`, isClear: false, orientation: 'unknown' }),
  },
  {
    name: 'name_横',
    world: THREE_CONTESTS,
    suits: hasName,
    nameFiles: (video, random) => ({
      path: `${random.chance(0.5) ? joinedName(video) : spacedName(video)}_${tate(video)}.mp4`,
      isClear: isNameUnique(THREE_CONTESTS, video.athlete),
    }),
  },
  {
    name: 'family_縦',
    world: ONE_CONTEST,
    suits: ({ athlete }) => athlete.script === 'kanji' || athlete.script === 'katakana',
    nameFiles: (video) => ({
      path: `${video.athlete.family}_${tate(video)}.mp4`,
      isClear: isFamilyUnique(ONE_CONTEST, video.athlete),
    }),
  },
  {
    name: 'FAMILY_Given_V',
    world: ONE_CONTEST,
    suits: ({ athlete }) => athlete.script === 'romaji',
    nameFiles: (video, random) => {
      const { family, given } = video.athlete;
      const name = random.pick([
        `${family.toUpperCase()}_${given}`,
        `${given} ${family}`,
        `${family}${given}`,
        `${given}-${family}`.toLowerCase(),
      ]);
      return { path: `${name}_${isVertical(video) ? 'V' : 'H'}.mp4`, isClear: true };
    },
  },
  {
    name: 'half-width kana 縦',
    world: ONE_CONTEST,
    suits: ({ athlete }) => athlete.script === 'katakana',
    nameFiles: (video) => ({ path: `${halfWidth(spacedName(video))} ${tate(video)}.mp4`, isClear: true }),
  },
  {
    name: 'names of a Mac (NFD), hiragana for katakana',
    world: THREE_CONTESTS,
    suits: ({ athlete }) => athlete.script === 'katakana' || athlete.script === 'hiragana',
    nameFiles: (video, random) => ({
      path: `${video.athlete.contestName}/${random.chance(0.5) ? toHiragana(spacedName(video)) : joinedName(video)}_${isVertical(video) ? 'タテ' : 'ヨコ'}.mov`.normalize(
        'NFD',
      ),
      isClear: true,
    }),
  },
  {
    name: 'date_bib_縦',
    world: ONE_CONTEST,
    nameFiles: (video, random) => ({
      path: `${random.pick(['20261121', '261121', '2026-11-21', '2026.11.21', '2026年11月21日'])}_${bibOf(video)}_${tate(video)}.mp4`,
      isClear: true,
    }),
  },
  {
    name: 'bib_縦_final_date',
    world: ONE_CONTEST,
    nameFiles: (video, random) => ({
      path: `${bibOf(video)}_${tate(video)}_${random.pick(['final', 'FINAL', 'Final2', 'fix', 'final_v2'])}_${random.pick(['20261121', '20261122_0915', '2026-11-22'])}.mp4`,
      isClear: true,
    }),
  },
  {
    name: 'copies',
    world: ONE_CONTEST,
    nameFiles: (video, random) => {
      const name = `${bibOf(video)}_${tate(video)}`;
      return {
        path: `${random.pick([`${name} (1)`, `${name}(2)`, `${name} - コピー`, `${name}のコピー`, `コピー ～ ${name}`, `${name} copy`, `${name} - コピー (2)`, `${name} copy 2`])}.mp4`,
        isClear: true,
      };
    },
  },
  {
    name: 'bib beside a camera number',
    world: ONE_CONTEST,
    nameFiles: (video, random) => ({
      path: `${bibOf(video)}_${tate(video)}_${random.pick(['IMG_1234', 'DSC01234', 'C0012', 'GX010012', 'MVI_0034', 'DJI_0005', 'IMG_0012', 'P1010003', 'A001_C012'])}.mp4`,
      isClear: true,
    }),
  },
  {
    name: 'camera numbers alone',
    world: ONE_CONTEST,
    nameFiles: (video, random) => ({
      path: `${random.pick(['IMG_', 'DSC', 'DSC_', 'C', 'GX01', 'GH01', 'MVI_', 'DJI_', 'GOPR', 'PXL_20261121_', 'MAH'])}${padded(bibOf(video), 4)}.MP4`,
      isClear: false,
    }),
  },
  {
    name: 'bibs with letters',
    world: ODD_BIBS,
    suits: (video) => /^(?:[AB]-?\d+|あ-\d|101[AB])$/u.test(bibOf(video)),
    nameFiles: (video, random) => {
      const bib = random.pick([bibOf(video), bibOf(video).toLowerCase(), bibOf(video).replace('-', ''), bibOf(video).replace('-', ' - ')]);
      return { path: `${bib}_${tate(video)}.mp4`, isClear: !bib.includes('-') || !isBlockPossible(ODD_BIBS, video.athlete) };
    },
  },
  {
    name: 'bibs that look like dates',
    world: ODD_BIBS,
    suits: (video) => /^(?:2026|2025|1121|20261121|1080|720)$/u.test(bibOf(video)),
    nameFiles: (video, random) =>
      random.chance(0.6)
        ? { path: `ゼッケン${bibOf(video)}_${tate(video)}.mp4`, isClear: true }
        : { path: `${bibOf(video)}_60_${tate(video)}.mp4`, isClear: false },
  },
  {
    name: 'bib_縦 of three contests without a contest',
    world: THREE_CONTESTS,
    nameFiles: (video) => ({ path: `${bibOf(video)}_${tate(video)}.mp4`, isClear: false }),
  },
  {
    name: 'deep folders',
    world: THREE_CONTESTS,
    nameFiles: (video, random) => ({
      path: `2026/11月/${video.athlete.contestName.replaceAll(' ', random.pick(['', '_', ' ', '　']))}/納品データ/${video.athlete.category}/${random.pick(['', '完成/'])}${bibOf(video)}_${tate(video)}.mp4`,
      isClear: true,
    }),
  },
  {
    name: 'bib_縦 of categories with the same bibs',
    world: SAME_BIBS,
    nameFiles: (video) => ({ path: `${bibOf(video)}_${tate(video)}.mp4`, isClear: isBibUnique(SAME_BIBS, video.athlete) }),
  },
  {
    name: 'bib of one athlete and name of another',
    world: ONE_CONTEST,
    suits: hasName,
    nameFiles: (video, random) => {
      const others = ONE_CONTEST.athletes.filter(({ athleteNumber, script }) => athleteNumber !== bibOf(video) && script !== 'none');
      const { family, given } = random.pick(others);
      const name = random.pick([`${family}${given}`, `${family} ${given}`, '中田次郎']);
      return { path: `${bibOf(video)}_${name}_${tate(video)}.mp4`, isClear: false };
    },
  },
  {
    name: 'contradicting directions',
    world: ONE_CONTEST,
    nameFiles: (video, random) =>
      random.pick<Named>([
        { path: `${bibOf(video)}_${tate(video)}.mp4`, isClear: false, orientation: orientationOf(otherStyle(video.style)) },
        { path: `${bibOf(video)}_縦横.mp4`, isClear: false },
        { path: `横/${bibOf(video)}_縦.mp4`, isClear: false },
      ]),
  },
  {
    name: 'videos that nobody ordered',
    world: THREE_CONTESTS,
    suits: ({ lineIds }) => lineIds.length === 0,
    unordered: 1,
    nameFiles: (video) => ({
      path: `${video.athlete.contestName}/${video.athlete.category}/${bibOf(video)}_${tate(video)}.mp4`,
      isClear: false,
    }),
  },
  {
    name: 'two files of one video, formats in the name',
    world: ONE_CONTEST,
    nameFiles: (video, random) => {
      const format = isVertical(video)
        ? random.pick(['9x16', '1080x1920', '9×16'])
        : random.pick(['16x9', '1920x1080', '16×9', '3840x2160']);
      const path = (version: string) => `${bibOf(video)}_${format}${version}.mp4`;
      if (random.chance(0.7)) return { path: path(''), isClear: true };
      return [
        { path: path('_v1'), isClear: false },
        { path: path('_v2'), isClear: false },
      ];
    },
  },
];
