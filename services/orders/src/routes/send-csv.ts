import { Readable } from 'node:stream';
import { attachment, CSV_BOM, type CsvCell, csvLine } from '@stagereel/service-kit';
import type { FastifyReply } from 'fastify';

type Table = { head: readonly string[]; rows: AsyncIterable<readonly CsvCell[]> };
type CsvFile = Table & { reply: FastifyReply; fileName: string; fallback: string };

/** Rows leave in pieces of about this many characters: one by one they would cost more than their making. */
const PIECE = 32_768;

async function* piecesOf({ head, rows }: Table): AsyncGenerator<string> {
  let piece = CSV_BOM + csvLine(head);
  for await (const row of rows) {
    piece += csvLine(row);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Answers a table as a file to keep, while its rows are still being read. */
export const sendCsv = ({ reply, fileName, fallback, ...table }: CsvFile): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', attachment({ fileName, fallback }))
    .send(Readable.from(piecesOf(table), { objectMode: false }));
