import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The customer's specification for the shop, and that for the back office. */
export const specDocuments = ['customer', 'admin'] as const;
export type SpecDocument = (typeof specDocuments)[number];

export type Sentence = { document: SpecDocument; chapter: string; id: string; text: string };

/** A title of a test that ends with `(customer 2.14, 2.16; admin 3.2)` shows these sentences. */
export type TaggedTitle = { file: string; title: string; shows: { document: string; id: string }[] };

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** In the order of the specification. "Left open" is what the specification does not define, with what we chose. */
export const readSentences = (): Sentence[] => {
  const documents: Record<SpecDocument, Record<string, Record<string, string>>> = JSON.parse(
    readFileSync(fromRoot('e2e/support/spec-sentences.json'), 'utf8'),
  );
  return specDocuments.flatMap((document) =>
    Object.entries(documents[document]).flatMap(([chapter, texts]) =>
      Object.entries(texts).map(([id, text]) => ({ document, chapter, id, text })),
    ),
  );
};

const listTestFiles = (): string[] => {
  const projects = ['packages', 'services'].flatMap((parent) => readdirSync(fromRoot(parent)).map((name) => `${parent}/${name}`));
  return ['e2e', ...['web', ...projects].flatMap((project) => [`${project}/src`, `${project}/test`])]
    .filter((folder) => existsSync(fromRoot(folder)))
    .flatMap((folder) => readdirSync(fromRoot(folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
    .filter((path) => /\.test\.tsx?$/.test(path) || path.startsWith('e2e/journeys/'));
};

const TAGGED = /(['"`])((?:(?!\1).)*) \(((?:customer|admin) [^()]*)\)\1/g;

const sentencesOf = (tag: string): TaggedTitle['shows'] =>
  tag.split('; ').flatMap((part) => {
    const [document = '', ...ids] = part.split(/,? /);
    return ids.map((id) => ({ document, id }));
  });

export const readTaggedTitles = (): TaggedTitle[] =>
  listTestFiles()
    .sort()
    .flatMap((file) =>
      [...readFileSync(fromRoot(file), 'utf8').matchAll(TAGGED)].map(([, , title = '', tag = '']) => ({
        file,
        title,
        shows: sentencesOf(tag),
      })),
    );
