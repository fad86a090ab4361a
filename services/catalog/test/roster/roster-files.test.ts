import { describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { csvOf, HEADER, rowResults, startTestRosters } from '../support/rosters.ts';
import { shiftJis } from '../support/shift-jis.ts';

const rosters = useService(startTestRosters);

const UNREADABLE = 'CSVファイルを読み取れませんでした。1行目に見出しのある、UTF-8またはShift_JISのファイルを選んでください。';

describe('encodings', () => {
  const names = ['髙橋 ～①', '﨑山 纊', 'ﾔﾏﾀﾞ ﾀﾛｳ', '表\\示 ソ能', 'O’Brien'];
  const file = csvOf(...names.map((name, index) => `${index},${name},男子,販売中,,,`));

  test.each([
    ['UTF-8', Buffer.from(file)],
    ['UTF-8', Buffer.from(`\uFEFF${file}`)],
    ['Shift_JIS', shiftJis(file)],
  ])('when a file is encoded in %s, then its names are stored exactly', async (encoding, bytes) => {
    const { id } = await rosters.contest();
    const applied = await rosters.apply(id, bytes);
    expect([applied.encoding, applied.counts.create]).toEqual([encoding, names.length]);
    expect((await rosters.all(id)).map(({ name }) => name)).toEqual(names);
  });

  test('when a row has replacement or private-use characters, then it is refused', async () => {
    const { id } = await rosters.contest();
    const text = '読み取れない文字（文字化けまたは外字）が含まれています。';
    expect(rowResults(await rosters.preview(id, csvOf('1,山\uFFFD,男子,,,,', '2,山田,男子,,,,')))).toEqual([
      [2, '1', 'refused', text],
      [3, '2', 'create'],
    ]);
    const gaiji = Buffer.concat([shiftJis(`${HEADER}\r\n1,`), Buffer.from([0xf0, 0x40]), shiftJis(',男子,,,,\r\n')]);
    expect(rowResults(await rosters.preview(id, gaiji))).toEqual([[2, '1', 'refused', text]]);
  });

  test('when a row has control characters, then it is refused', async () => {
    const { id } = await rosters.contest();
    const preview = await rosters.preview(
      id,
      csvOf('1\u0000,,男子,,,,', '2,山\u0000田,男子,,,,', '3,"a\u2028b",男子,,,,', '4,,"男\t子",,,,'),
    );
    expect(preview.counts).toEqual({ create: 0, update: 0, same: 0, refused: 4 });
  });
});

describe('a file that is not a roster', () => {
  test.each([
    ['empty', ''],
    ['only a byte order mark', '\uFEFF'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0xd8])],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004\u0014\u0000[Content_Types].xml')],
    ['UTF-16', Buffer.from(`\uFEFF${csvOf('1,,男子,,,,')}`, 'utf16le')],
    ['EUC-JP', Buffer.from('a5bca5c3a5b1a5f3c8d6b9e62ca5aba5c6a5b4a5ea0a312cc3cbbbd20a', 'hex')],
    ['without headings', '1,山田,男子\n2,鈴木,女子\n'],
    ['half a character', Buffer.concat([Buffer.from(csvOf('1,,男子,,,,')), Buffer.from([0xe3, 0x81])])],
    ['only commas', ','.repeat(600_000)],
  ])('when it is %s, then it is refused', async (_what, file) => {
    const { id } = await rosters.contest();
    const response = await rosters.send(id, file);
    expect([response.status, response.body]).toEqual([400, { code: 'RosterUnreadable', message: UNREADABLE }]);
  });

  test.each([
    ['has only headings', `${HEADER}\r\n,,,,,,\r\n`, 'CSVファイルに選手が1人も入っていません。'],
    ['has no numbers', 'カテゴリ,氏名\n男子,山田\n', 'CSVファイルの1行目に「ゼッケン番号」の見出しがありません。'],
    ['has no categories', 'ゼッケン番号,氏名\n1,山田\n', 'CSVファイルの1行目に「カテゴリ」の見出しがありません。'],
    ['has the same column twice', '番号,カテゴリ,ゼッケン番号\n1,男子,2\n', 'CSVファイルの1行目に、同じ意味の見出しが2つ以上あります。'],
    [
      'has a quote that is not closed',
      csvOf('1,,男子,,,,', '2,"山田,男子,,,,', '3,,男子,,,,'),
      'CSVファイルの3行目で、引用符（"）の対応が正しくありません。',
    ],
    ['has a quote inside a cell', csvOf('1,山"田,男子,,,,'), 'CSVファイルの2行目で、引用符（"）の対応が正しくありません。'],
    ['has text after a closing quote', csvOf('1,"山"田,男子,,,,'), 'CSVファイルの2行目で、引用符（"）の対応が正しくありません。'],
    [
      'has one endless cell',
      `${HEADER}\n1,"${'あ'.repeat(100_000)}`,
      'CSVファイルの2行目が長すぎます。引用符（"）の対応を確認してください。',
    ],
    ['has only quotes', '"'.repeat(600_001), 'CSVファイルの1行目が長すぎます。引用符（"）の対応を確認してください。'],
    [
      'has 5,001 rows',
      csvOf(...Array.from({ length: 5001 }, (_, index) => `${index},,男子,,,,`)),
      '一度に取り込めるのは5,000人までです。ファイルを分けてください。',
    ],
  ])('when it %s, then it is refused with the reason', async (_what, file, message) => {
    const { id } = await rosters.contest();
    const response = await rosters.send(id, file);
    expect([response.status, response.body]).toEqual([400, { code: 'RosterUnreadable', message }]);
  });

  test.each([
    ['10 MB', 'a'.repeat(10_000_000), 413, 'PayloadTooLarge'],
    ['800 kB', 'a'.repeat(800_000), 413, 'PayloadTooLarge'],
    ['725 kB', 'a'.repeat(725_000), 400, 'ValidationFailed'],
  ])('when it has %s, then it is refused as too large', async (_what, file, status, code) => {
    const { id } = await rosters.contest();
    const response = await rosters.send(id, file);
    expect([response.status, response.body.code]).toEqual([status, code]);
  });

  test.each([
    ['a file that is not base64', { file: 'あ' }],
    ['no file', {}],
    ['a MongoDB operator as the file', { file: { $ne: null } }],
    ['apply as a text', { file: 'YQ==', apply: 'yes' }],
  ])('when the request contains %s, then it is refused', async (_what, body) => {
    const { id } = await rosters.contest();
    expect((await rosters.catalog.call('POST', `/api/contests/${id}/athletes/import`, { body })).body.code).toBe('ValidationFailed');
  });

  test('when the contest is unknown, then the response is a 404', async () => {
    expect((await rosters.send('unknown', csvOf('1,,男子,,,,'))).status).toBe(404);
  });
});

describe('a large roster', () => {
  test('when it has 5,000 rows, then all of them are stored', async () => {
    const { id } = await rosters.contest();
    const applied = await rosters.apply(
      id,
      csvOf(...Array.from({ length: 5000 }, (_, index) => `${index},選手 ${index},男子,販売中,,4000,`)),
    );
    expect(applied.counts).toEqual({ create: 5000, update: 0, same: 0, refused: 0 });
    expect(await rosters.all(id)).toHaveLength(5000);
  }, 60_000);
});
