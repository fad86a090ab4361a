import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { prepareStaticFile, type StaticFile } from '../static/static-file.ts';

export const DOCS = '/api/docs';
const PACKAGE_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png'];
const CACHE_CONTROL = 'public, max-age=3600';

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

/** A separate file, because the content security policy forbids inline scripts. */
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

export type DocsPage = { page: StaticFile; byName: ReadonlyMap<string, StaticFile> };

/** The page of the API documentation and everything that it loads; it loads nothing from other origins. */
export const loadDocsPage = async ({
  page: fileHeaders,
  docs: pageHeaders,
}: Record<'page' | 'docs', Record<string, string>>): Promise<DocsPage> => {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/swagger-ui.css'));
  const read = async (name: string) => {
    const bytes = await readFile(join(folder, name));
    return [name, prepareStaticFile({ name, bytes, cacheControl: CACHE_CONTROL, headers: fileHeaders })] as const;
  };
  const own = prepareStaticFile({ name: 'start.js', bytes: Buffer.from(start), cacheControl: 'no-cache', headers: fileHeaders });
  return {
    page: prepareStaticFile({ name: 'index.html', bytes: Buffer.from(page), cacheControl: 'no-cache', headers: pageHeaders }),
    byName: new Map([...(await Promise.all(PACKAGE_FILES.map(read))), ['start.js', own]]),
  };
};
