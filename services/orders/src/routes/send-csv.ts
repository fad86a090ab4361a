import { Readable } from 'node:stream';
import { attachment, CSV_BOM, type CsvCell, csvLine, requireCostlyCall } from '@stagereel/service-kit';
import type { FastifyReply } from 'fastify';

type Table = { columns: readonly string[]; rows: AsyncIterable<readonly CsvCell[]> };
type CsvFile = Table & { reply: FastifyReply; fileName: string; asciiName: string };

/** Rows are sent in chunks of about this many characters, because writing each row separately would take longer than creating the rows. */
const CHUNK_LENGTH = 32_768;

async function* chunksOf({ columns, rows }: Table): AsyncGenerator<string> {
  let chunk = CSV_BOM + csvLine(columns);
  for await (const row of rows) {
    chunk += csvLine(row);
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/** Streams a table as a CSV file while its rows are read. */
export const sendCsv = ({ reply, fileName, asciiName, ...table }: CsvFile): FastifyReply => {
  requireCostlyCall('export');
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', attachment({ fileName, fallback: asciiName }))
    .send(Readable.from(chunksOf(table), { objectMode: false }));
};
