import { describe, expect, test } from '@jest/globals';
import { videoKey } from '../../../components/admin-order/order-groups.ts';
import { buildAdminLine } from '../../../testing/build-admin-line.ts';
import { matchRows } from './match-rows.ts';
import type { Choice, RegisteredAthlete } from './match-videos.ts';
import { ListUnreadable, readList, readListFile, sourceOfRow } from './pasted-list.ts';

const line = (orderNumber: string, athleteNumber: string, more: Parameters<typeof buildAdminLine>[0] = {}) =>
  buildAdminLine({ orderNumber, athleteNumber, ...more });
const lines = [
  line('11111111-01', '012'),
  line('11111111-02', '012', { style: '横動画' }),
  line('22222222-01', '7'),
  line('33333333-01', '8'),
  line('44444444-01', '8', { category: 'フィジーク' }),
  line('55555555-01', '9'),
  line('66666666-01', '9', { contestId: 'c2', contestName: '関西大会' }),
  line('77777777-01', '1', { style: '横動画' }),
  line('88888888-01', '01', { style: '横動画' }),
];
const url = (name: string | number) => `https://videos.example.com/${name}`;

type Given = { athletes?: readonly RegisteredAthlete[]; choices?: readonly Choice[]; usedUrls?: ReadonlyMap<string, string> };
/** The verdict on each row: its lines, or the group of its reason. */
const verdicts = (text: string, { athletes = lines, choices = [], usedUrls = new Map() }: Given = {}) =>
  matchRows({ rows: readList(text, lines), lines, athletes, choices, usedUrls }).map(({ state, lineIds, group }) =>
    state === 'certain' ? lineIds.join() : `${state} ${group}`,
  );

describe('a list of bib numbers and URLs', () => {
  test.each([
    ['cells of a spreadsheet', `12\t縦\t${url(1)}\n７\t縦\t${url(2)}`],
    ['CSV with headings in any order', `URL,向き,ゼッケン番号\n${url(1)},縦動画,No.012\n${url(2)},縦,7番`],
    ['CSV of Windows with quotes and empty rows', `"012","V","${url(1)}"\r\n\r\n"#7","縦","${url(2)}"\r\n`],
    [
      'the export of orders with a column of URLs',
      `注文番号,選手名,動画の向き,URL\n11111111-01,佐藤,縦動画,${url(1)}\n22222222,,縦動画,${url(2)}`,
    ],
  ])('when it is %s, then each row finds its line', (_, text) => {
    expect(verdicts(text)).toEqual(['11111111-01', '22222222-01']);
  });

  test('when a bib occurs in several styles, categories or contests, then the row is a question until a column tells them apart', () => {
    expect(verdicts([`012,${url(1)}`, `8,縦,${url(2)}`, `9,縦,${url(3)}`].join('\n'))).toEqual([
      'question style',
      'question category',
      'question contest',
    ]);
    expect(verdicts([`012,横,${url(1)}`, `8,縦,フィジーク,${url(2)}`, `関西大会,縦,9,${url(3)}`].join('\n'))).toEqual([
      '11111111-02',
      '44444444-01',
      '66666666-01',
    ]);
  });

  test('when leading zeros distinguish two bibs, then they count', () => {
    expect(verdicts(`1,横,${url(1)}\n01,横,${url(2)}\n001,横,${url(3)}`)).toEqual(['77777777-01', '88888888-01', 'unknown notOrdered']);
  });

  test('when another registered athlete has the bib, ordered or not, then the row is a question until a column tells them apart', () => {
    const other = (more: Partial<RegisteredAthlete>): Given => ({ athletes: [...lines, { ...line('', '7'), ...more }] });
    const inContest = other({ contestId: 'c2', contestName: '関西大会' });
    expect(verdicts(`7,縦,${url(1)}\n関東大会,7,縦,${url(2)}`, inContest)).toEqual(['question contest', '22222222-01']);
    const inCategory = other({ category: 'フィジーク' });
    expect(verdicts(`7,縦,${url(1)}\nビキニ,7,縦,${url(2)}`, inCategory)).toEqual(['question category', '22222222-01']);
    expect(verdicts(`22222222-01,7,縦,${url(1)}`, inContest)).toEqual(['22222222-01']);
    // A spreadsheet may have removed the zeros of 07.
    expect(verdicts(`07,縦,${url(1)}`, other({ athleteNumber: '07' }))).toEqual(['unknown notOrdered']);
    expect(verdicts(`07,縦,${url(1)}`, other({ athleteNumber: '07', contestId: 'c2' }))).toEqual(['question contest']);
  });

  test('when the athletes of a contest cannot be loaded, then a row is a question unless it has an order number', () => {
    const athletes = lines.filter(({ contestId }) => contestId !== 'c2');
    const text = `7,縦,${url(1)}\n関東大会,7,縦,${url(2)}\n22222222,7,縦,${url(3)}`;
    expect(verdicts(text, { athletes })).toEqual(['question register', '22222222-01', '22222222-01']);
  });

  test('when a row has neither direction nor order number, then it is a question', () => {
    expect(verdicts(`7,${url(1)}`)).toEqual(['question direction']);
  });

  test('when a row without headings has a cell that is not the athlete, then it is a question', () => {
    expect(verdicts(`7,佐藤美咲,縦,${url(1)}\n7,九州大会,縦,${url(2)}`)).toEqual(['22222222-01', 'question words']);
  });

  test('when the rows are numbered, then that column is not the bib number', () => {
    const text = `No.,ゼッケン番号,向き,URL\n8,7,縦,${url(1)}`;
    expect(verdicts(text)).toEqual(['22222222-01']);
    expect(() => readList(`No.,番号,URL\n8,7,${url(1)}`, lines)).toThrow('「No.」と「番号」');
    expect(() => readList(`番号,URL,リンク\n7,${url(1)},${url(2)}`, lines)).toThrow('「URL」と「リンク」');
    const [row] = readList(`8,7,縦,${url(1)}`, lines);
    expect(row).toMatchObject({ bib: '', error: expect.stringContaining('「8」と「7」') });
    expect(readList(`7,${url(1)},${url(2)}`, lines)).toMatchObject([{ url: '', error: expect.stringContaining(url(2)) }]);
  });

  test('when a decision is restored, then it is for the same row only, and only while its line is open', () => {
    const idOf = (text: string): string => readList(text, lines).map((row) => sourceOfRow(row).id)[0] ?? '';
    const text = `8,縦,${url(1)}`;
    expect(idOf(`8,縦,フィジーク,${url(1)}`)).not.toBe(idOf(text));
    expect(verdicts(text, { choices: [{ fileId: idOf(text), lineId: '44444444-01' }] })).toEqual(['44444444-01']);
    expect(verdicts(text, { choices: [{ fileId: idOf(text), lineId: '99999999-01' }] })).toEqual(['question category']);
    expect(verdicts(text, { choices: [{ fileId: idOf(text), lineId: null }] })).toEqual(['unknown excluded']);
  });

  test('when a row has no order, no URL or a broken one, then it is unknown with its reason', () => {
    const rows = readList(`番号,向き,URL\n99,,${url(1)}\n7,,\n7,,http://videos.example.com\n,,${url(2)}\n7,斜め,${url(3)}`, lines);
    const found = matchRows({ rows, lines, athletes: lines, choices: [], usedUrls: new Map() });
    expect(found.map(({ state, sentence }) => [state, sentence])).toEqual([
      ['unknown', '一致する未対応の注文（動画がまだのもの）がありません。'],
      ['unknown', 'URLがありません。'],
      ['unknown', expect.stringContaining('https')],
      ['unknown', 'ゼッケン番号がありません。'],
      ['unknown', '向き「斜め」を読み取れません。「縦」か「横」にしてください。'],
    ]);
    expect(rows.map(({ row }) => row)).toEqual([2, 3, 4, 5, 6]);
  });

  test('when one URL is used for two videos, also a typed or delivered one, then it is a question until the admin accepts it', () => {
    const text = `012,縦,${url(1)}\n7,縦,${url(1)}\n1,横,${url(2)}`;
    const used = new Map([[url(2), videoKey(line('99999999-01', '100'))]]);
    expect(verdicts(text, { usedUrls: used })).toEqual(['question sharedUrl', 'question sharedUrl', 'question sharedUrl']);
    const [first] = readList(text, lines).map((row) => sourceOfRow(row).id);
    expect(verdicts(text, { choices: [{ fileId: first!, lineId: '11111111-01' }] })[0]).toBe('11111111-01');
    const sameVideo = [...lines, line('12121212-01', '7')];
    const rows = readList(`7,縦,${url(3)}`, lines);
    const repeated = matchRows({ rows, lines: sameVideo, athletes: lines, choices: [], usedUrls: new Map() });
    expect(repeated).toMatchObject([{ state: 'certain', lineIds: ['22222222-01', '12121212-01'] }]);
  });

  test.each([
    ['is empty', ' \n'],
    ['has no column of URLs', '番号,名前\n1,佐藤'],
    ['has headings only', '番号,URL'],
    ['has an open quote', `"7,${url(1)}\n8,${url(2)}`],
  ])('when it %s, then it is refused with a text', (_, text) => {
    expect(() => readList(text, lines)).toThrow(ListUnreadable);
  });

  test('when a file is UTF-8, UTF-16 or Shift_JIS, then its text is read', async () => {
    const shiftJis = new Uint8Array([0x8f, 0x63, 0x2c, 0x37]);
    const utf16 = new Uint8Array([0xff, 0xfe, 0x26, 0x7e, 0x2c, 0x00, 0x37, 0x00]);
    for (const content of [new TextEncoder().encode('縦,7'), utf16, shiftJis]) {
      expect((await readListFile(new Blob([content]))).replace('\ufeff', '')).toBe('縦,7');
    }
    await expect(readListFile(new Blob([new Uint8Array([0x80, 0xff, 0xfe])]))).rejects.toThrow(ListUnreadable);
  });
});
