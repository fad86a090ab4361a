import type { FileToMatch, LineToMatch, RegisteredAthlete } from './match-videos.ts';

export const CONTEST = '第12回 関東フィットネス選手権';

export const fileOf = (path: string, orientation?: FileToMatch['orientation']): FileToMatch => {
  const folders = path.split('/');
  return { id: path, name: folders.pop() ?? '', folders, size: 1, orientation };
};
export const athleteOf = (athleteNumber: string, more: Partial<RegisteredAthlete> = {}): RegisteredAthlete => ({
  contestId: `id of ${more.contestName ?? CONTEST}`,
  contestName: CONTEST,
  category: 'ビキニ',
  athleteNumber,
  athleteName: null,
  ...more,
});
/** Both videos of an athlete, ordered. */
export const linesOf = (athlete: RegisteredAthlete): LineToMatch[] =>
  (['縦動画', '横動画'] as const).map((style) => ({
    contestId: '',
    ...athlete,
    id: `${athlete.athleteNumber} ${style.slice(0, 1)}`,
    style,
    orderDate: '2026-11-20T09:00:00.000Z',
  }));
export const YAMADA = athleteOf('12', { athleteName: '山田 太郎' });
export const SATO = athleteOf('7', { athleteName: '佐藤 花子' });
export const OTHERS = [SATO, athleteOf('1', { athleteName: '鈴木 健' }), athleteOf('2', { athleteName: '髙橋 恵' }), athleteOf('5')];
export const ALL = [
  YAMADA,
  ...OTHERS,
  ...Array.from({ length: 6 }, (_, index) => athleteOf(`${40 + index}`, { athleteName: `名字${index} 名前` })),
];
