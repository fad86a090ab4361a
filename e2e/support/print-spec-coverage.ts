import { readSentences, readTaggedTitles } from './spec-coverage.ts';

const titles = readTaggedTitles();

/** Prints each sentence of the specification with the tests that show it. */
for (const { document, chapter, id, text } of readSentences()) {
  const tests = titles.filter(({ shows }) => shows.some((shown) => shown.document === document && shown.id === id));
  console.log(`${document} ${id} (${chapter}): ${text}`);
  for (const { file, title } of tests) console.log(`    ${file}: ${title}`);
}
