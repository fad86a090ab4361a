import {
  bibOf,
  extension,
  hasName,
  isJapanese,
  isNumeric,
  isVertical,
  joinedName,
  type NamingStyle,
  padded,
  spacedName,
  tate,
} from './naming.ts';
import {
  isBibUnique,
  isBlockPossible,
  isNameUnique,
  KANTO,
  ODD_BIBS,
  ONE_CONTEST,
  orientationOf,
  SAME_BIBS,
  THREE_CONTESTS,
} from './world.ts';

/**
 * They show how the matcher treats names that it was not made for. So whoever changes it looks only at their totals, never at single files.
 */
export const HELD_OUT_STYLES: readonly NamingStyle[] = [
  {
    name: 'held out: 【縦】bib name様',
    world: ONE_CONTEST,
    suits: isJapanese,
    nameFiles: (video, random) => ({
      path: `【${tate(video)}】${bibOf(video)} ${spacedName(video)}${random.pick(['様', 'さん', '選手', ''])}.mp4`,
      isClear: true,
    }),
  },
  {
    name: 'held out: everything joined',
    world: SAME_BIBS,
    suits: isJapanese,
    nameFiles: (video) => ({ path: `${video.athlete.category}${bibOf(video)}番${joinedName(video)}${tate(video)}.mp4`, isClear: true }),
  },
  {
    name: 'held out: bib012_portrait_FINAL_v3',
    world: ONE_CONTEST,
    nameFiles: (video, random) => ({
      path: `${random.pick(['bib', 'Bib_', 'BIB-', 'num'])}${padded(bibOf(video))}_${isVertical(video) ? 'portrait' : 'landscape'}_${random.pick(['FINAL_v3', 'final-ver4', 'edited', 'export', 'render_02'])}.mp4`,
      isClear: true,
    }),
  },
  {
    name: 'held out: categories with の部, romaji, 4K',
    world: SAME_BIBS,
    suits: hasName,
    nameFiles: (video, random) => {
      const { category, family, given, script } = video.athlete;
      const name = script === 'romaji' ? random.pick([`${given}_${family.toUpperCase()}`, `${family} ${given}`]) : joinedName(video);
      return {
        path: `${category}${random.pick(['の部', '部門', '級', 'クラス'])}/${bibOf(video)}-${name}-${isVertical(video) ? 'vert' : 'landscape'}-${random.pick(['4K', '60fps', '1080p', 'h264', 'HD'])}.${extension(random)}`,
        isClear: true,
      };
    },
  },
  {
    name: 'held out: date and time bib ヨコ 納品用',
    world: ONE_CONTEST,
    suits: (video) => bibOf(video).length > 1,
    nameFiles: (video, random) => ({
      path: `${random.pick(['2026-11-21', '20261121_153045', '2026_11_21', '11月21日', '20261121-1530'])} ${bibOf(video)} ${isVertical(video) ? 'たて' : 'ヨコ'} ${random.pick(['納品用', '本番', '済', '書き出し', 'OK'])}.mp4`,
      isClear: true,
    }),
  },
  {
    name: 'held out: contest without its edition',
    world: THREE_CONTESTS,
    suits: ({ athlete }) => athlete.contestName === KANTO,
    nameFiles: (video) => ({
      path: `関東フィットネス選手権/${video.athlete.category}/${bibOf(video)}_${isVertical(video) ? '9x16' : '16x9'}.mp4`,
      isClear: true,
    }),
  },
  {
    name: 'held out: 横_family_bib (2)',
    world: SAME_BIBS,
    suits: ({ athlete }) => athlete.script === 'kanji',
    nameFiles: (video) => {
      const { family, athleteNumber } = video.athlete;
      const same = SAME_BIBS.athletes.filter((other) => other.family === family && other.athleteNumber === athleteNumber);
      return { path: `${tate(video)}_${family}_${athleteNumber} (2).mp4`, isClear: same.length === 1 };
    },
  },
  {
    name: 'held out: full width, odd bibs',
    world: ODD_BIBS,
    suits: (video) => !/^(?:2026|2025|1121|20261121|1080|720|C12)$/u.test(bibOf(video)),
    nameFiles: (video) => ({
      path: wide(`${bibOf(video)}_${tate(video)} 完成版.mp4`).replace(/．ｍｐ４$/u, '.mp4'),
      isClear: isBibUnique(ODD_BIBS, video.athlete) && !isBlockPossible(ODD_BIBS, video.athlete),
    }),
  },
  {
    name: 'held out: others’ names, other videos',
    world: ONE_CONTEST,
    suits: isNumeric,
    nameFiles: (video, random) => ({
      path: random.pick([
        `${bibOf(video)}_田村次郎_${tate(video)}.mp4`,
        `練習 ${bibOf(video)}.mov`,
        `wedding_${padded(bibOf(video))}.mp4`,
        `画面収録 2026-11-21 ${padded(bibOf(video), 2)}.12.45.mov`,
        `第11回 関東フィットネス選手権/${bibOf(video)}_${tate(video)}.mp4`,
        `西日本大会/${bibOf(video)}_${tate(video)}.mp4`,
        `マスターズ${video.athlete.category}/${bibOf(video)}_${tate(video)}.mp4`,
        `${bibOf(video)}と${Number(bibOf(video)) + 1}_${tate(video)}.mp4`,
        `ビキニ ${Number(bibOf(video)) + 300}_${tate(video)}.mp4`,
      ]),
      isClear: false,
    }),
  },
  {
    name: 'held out: any order of everything',
    world: THREE_CONTESTS,
    suits: hasName,
    nameFiles: (video, random) => {
      const { contestName, category, athleteNumber } = video.athlete;
      const hasContest = random.chance(0.6);
      const hasBib = random.chance(0.6);
      const separator = random.pick(['_', ' ', '-', '＿', '　']);
      const prefix = random.pick(['', '', '#', 'No.', 'ゼッケン']);
      const hasDirection = random.chance(0.7);
      const parts = random.shuffle([
        hasDirection
          ? random.pick([tate(video), video.style, isVertical(video) ? 'tate' : 'yoko', isVertical(video) ? 'Vertical' : 'Horizontal'])
          : '',
        hasBib ? prefix + athleteNumber : '',
        random.chance(0.5) ? joinedName(video) : spacedName(video),
        random.chance(0.4) ? category : '',
        random.chance(0.4) ? random.pick(['完成', 'final', 'v2', '20261121', 'コピー']) : '',
      ]);
      return {
        path: `${hasContest ? `${contestName}/` : ''}${parts.filter((part) => part !== '').join(separator)}.${extension(random)}`,
        isClear: isNameUnique(THREE_CONTESTS, video.athlete, { contest: hasContest }),
        ...(hasDirection ? {} : { orientation: orientationOf(video.style) }),
      };
    },
  },
];

const wide = (text: string): string =>
  text.replaceAll(/[!-~]/gu, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0)).replaceAll(' ', '　');
