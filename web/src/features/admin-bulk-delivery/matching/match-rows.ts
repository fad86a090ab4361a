import type { AdminLine } from '@stagereel/contracts';
import { videoKey } from '../../../components/admin-order/order-groups.ts';
import { sameVideoLines } from '../run/plan-delivery.ts';
import { contradictionTexts, matchReasonTexts } from './match-texts.ts';
import type { Choice, RegisteredAthlete, VideoMatch } from './match-videos.ts';
import { bareBib, type ListRow, plain, sourceOfRow } from './pasted-list.ts';

type MatchInput = {
  rows: readonly ListRow[];
  lines: readonly AdminLine[];
  athletes: readonly RegisteredAthlete[];
  choices: readonly Choice[];
  /** URLs of other lines, typed or delivered, with the video that each is for. */
  usedUrls: ReadonlyMap<string, string>;
};

const withoutZeros = (bib: string): string => bareBib(bib).replace(/^0+(?=\d)/u, '');
const categoryKey = ({ contestId, category }: RegisteredAthlete): string => JSON.stringify([contestId, plain(category)]);

/** Athletes and lines by bib number. Leading zeros count only in a category that has both numbers, such as 1 and 01. */
const createBibIndex = (athletes: readonly RegisteredAthlete[]) => {
  const similar = new Map<string, RegisteredAthlete[]>();
  for (const athlete of athletes) {
    const key = withoutZeros(athlete.athleteNumber);
    const known = similar.get(key) ?? [];
    similar.set(key, known);
    known.push(athlete);
  }
  return (bib: string): ReadonlySet<RegisteredAthlete> => {
    const found = similar.get(withoutZeros(bib)) ?? [];
    const numbers = new Map<string, Set<string>>();
    for (const each of found)
      numbers.set(categoryKey(each), (numbers.get(categoryKey(each)) ?? new Set()).add(bareBib(each.athleteNumber)));
    return new Set(found.filter((each) => numbers.get(categoryKey(each))?.size === 1 || bareBib(each.athleteNumber) === bareBib(bib)));
  };
};

type Found = {
  /** The lines that the row may mean: by order number, bib number, contest, category and style. */
  candidates: readonly AdminLine[];
  /** All whose videos the row may mean, ordered or not. */
  athletes: readonly RegisteredAthlete[];
};

const createFinder = ({ lines, athletes }: Pick<MatchInput, 'lines' | 'athletes'>): ((row: ListRow) => Found) => {
  const withBib = createBibIndex([...lines, ...athletes]);
  return ({ orderNumber, bib, contest, category, style }) => {
    const found = bib === '' ? null : withBib(bib);
    const hasCategory = (each: RegisteredAthlete): boolean => category === '' || plain(each.category) === plain(category);
    const candidates = lines.filter(
      (line) =>
        (orderNumber === '' || line.id === orderNumber || line.id.startsWith(`${orderNumber}-`)) &&
        (contest === '' || plain(line.contestName) === plain(contest)) &&
        hasCategory(line) &&
        (style === null || line.style === style) &&
        (found === null || found.has(line)),
    );
    // By id, because the contest may have been renamed after an order.
    const contests = new Set<string | undefined>(candidates.map(({ contestId }) => contestId));
    const isMeant = (each: RegisteredAthlete): boolean => (contest === '' || contests.has(each.contestId)) && hasCategory(each);
    return { candidates, athletes: [...(found ?? [])].filter(isMeant) };
  };
};

type Verdict = Pick<VideoMatch, 'state' | 'lineIds' | 'group' | 'sentence' | 'contradictions'>;

type VerdictInput = {
  row: ListRow;
  found: Found;
  /** Whether the athletes of all contests are known that the row may mean. */
  isRegistered: boolean;
  isShared: boolean;
  /** Whether an athlete, ordered or not, has this name. */
  isName: (word: string) => boolean;
};

const verdictOf = ({ row, found: { candidates, athletes }, isRegistered, isShared, isName }: VerdictInput): Verdict => {
  const contradictions: string[] = [];
  if (row.error !== null) return { state: 'unknown', lineIds: [], group: 'unreadable', sentence: row.error, contradictions };
  const lineIds = candidates.map(({ id }) => id);
  if (lineIds.length === 0)
    return {
      state: 'unknown',
      lineIds,
      group: 'notOrdered',
      sentence: '一致する未対応の注文（動画がまだのもの）がありません。',
      contradictions,
    };
  const question = (group: string, sentence: string): Verdict => ({ state: 'question', lineIds, group, sentence, contradictions });
  const differs = (pick: (line: AdminLine) => string): boolean => new Set(candidates.map(pick)).size > 1;
  // An order number says which athlete is meant, also if others have the bib number.
  const rivals: readonly RegisteredAthlete[] = row.orderNumber === '' ? [...candidates, ...athletes] : candidates;
  if (row.orderNumber === '' && !isRegistered) return question('register', matchReasonTexts.register);
  if (new Set(rivals.map(({ contestId }) => contestId)).size > 1)
    return question('contest', '同じ番号の選手が複数の大会にいます。大会名の列を加えてください。');
  if (new Set(rivals.map(({ category }) => plain(category))).size > 1)
    return question('category', '同じ番号の選手が複数のカテゴリにいます。カテゴリの列を加えてください。');
  const others = row.words.filter((word) => candidates.every(({ athleteName }) => plain(athleteName ?? '') !== plain(word)));
  const [name] = others.filter(isName);
  const [first] = candidates;
  if (name !== undefined && first) {
    contradictions.push(contradictionTexts.name({ written: name, bib: first.athleteNumber, name: first.athleteName ?? '' }));
    return question('contradiction', matchReasonTexts.contradiction);
  }
  // For example the name of a contest without open orders.
  if (others.length > 0) return question('words', '意味のわからない列があります。1行目に見出しを付けると、その列は使われません。');
  if (differs(({ style }) => style)) return question('style', '縦動画と横動画の両方の注文があります。向きの列を加えてください。');
  if (row.orderNumber === '' && row.style === null)
    return question('direction', '縦・横がわかりません。注文と合っているか確認するか、向きの列を加えてください。');
  if (differs(videoKey)) return question('several', '一致する注文が複数あります。');
  if (isShared) return question('sharedUrl', '同じURLが、別の動画にも使われています。');
  return {
    state: 'certain',
    lineIds,
    group: 'row',
    sentence: row.bib === '' ? '注文番号が一致しました。' : 'ゼッケン番号が一致しました。',
    contradictions,
  };
};

/**
 * Finds the order lines of each row, in their order. A bib number is certain only if no other registered athlete has it, ordered or not. A URL
 * that is used for two videos is a question.
 */
export const matchRows = ({ rows, lines, athletes, choices, usedUrls }: MatchInput): VideoMatch[] => {
  const chosen = new Map(choices.map(({ fileId, lineId }) => [fileId, lineId]));
  const find = createFinder({ lines, athletes });
  const registered = new Set(athletes.map(({ contestId }) => contestId));
  const names = new Set([...athletes, ...lines].flatMap(({ athleteName }) => (athleteName ? plain(athleteName) : [])));
  const videosOfUrl = new Map<string, Set<string>>();
  for (const [url, key] of usedUrls) videosOfUrl.set(url, new Set([key]));
  const found = rows.map((row) => ({ row, ...find(row) }));
  for (const { row, candidates } of found) {
    const videos = videosOfUrl.get(row.url) ?? new Set();
    for (const line of candidates) videos.add(videoKey(line));
    videosOfUrl.set(row.url, videos);
  }
  return found.map(({ row, ...meant }): VideoMatch => {
    const fileId = sourceOfRow(row).id;
    const lineId = chosen.get(fileId);
    const contradictions: string[] = [];
    if (lineId === null)
      return {
        fileId,
        state: 'unknown',
        lineIds: [],
        reason: 'excluded',
        group: 'excluded',
        sentence: matchReasonTexts.excluded,
        contradictions,
      };
    if (lineId !== undefined && lines.some(({ id }) => id === lineId)) {
      // A row with an order number is for that order only.
      const same = sameVideoLines({ lineId, lines: row.orderNumber === '' ? lines : meant.candidates });
      const lineIds = same.length > 0 ? same : [lineId];
      return { fileId, state: 'certain', lineIds, reason: 'choice', group: 'choice', sentence: matchReasonTexts.choice, contradictions };
    }
    const isRegistered = (row.contest === '' ? lines : meant.candidates).every(({ contestId }) => registered.has(contestId));
    const isShared = (videosOfUrl.get(row.url)?.size ?? 0) > 1;
    return { fileId, reason: 'bib', ...verdictOf({ row, found: meant, isRegistered, isShared, isName: (word) => names.has(plain(word)) }) };
  });
};
