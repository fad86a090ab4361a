import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type StoredFile, storeFile } from '../files/stored-file.ts';

export const DOCS = '/api/docs';
const FROM_PACKAGE = ['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png'];
const CACHE = 'public, max-age=3600';

const page = `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>StageReel API</title>
<link rel="icon" type="image/png" href="${DOCS}/favicon-32x32.png">
<link rel="stylesheet" href="${DOCS}/swagger-ui.css">
</head>
<body>
<main id="docs"></main>
<script src="${DOCS}/swagger-ui-bundle.js"></script>
<script src="${DOCS}/start.js"></script>
</body>
</html>
`;

/** A file of its own, because the content security policy allows no script within a page. */
const start = `SwaggerUIBundle({
  url: '${DOCS}/json',
  dom_id: '#docs',
  deepLinking: true,
  filter: true,
  validatorUrl: null,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
});
`;

export type DocsFiles = { page: StoredFile; byName: ReadonlyMap<string, StoredFile> };

/** The page that shows the API, with all it loads; nothing comes from elsewhere. */
export const loadDocsFiles = async (): Promise<DocsFiles> => {
  const folder = new URL('.', import.meta.resolve('swagger-ui-dist/swagger-ui.css'));
  const read = async (name: string) =>
    [name, storeFile({ name, bytes: await readFile(fileURLToPath(new URL(name, folder))), cacheControl: CACHE })] as const;
  const own = storeFile({ name: 'start.js', bytes: Buffer.from(start), cacheControl: 'no-cache' });
  return {
    page: storeFile({ name: 'index.html', bytes: Buffer.from(page), cacheControl: 'no-cache' }),
    byName: new Map([...(await Promise.all(FROM_PACKAGE.map(read))), ['start.js', own]]),
  };
};
