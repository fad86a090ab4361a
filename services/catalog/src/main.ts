import { runService } from '@stagereel/service-kit';
import { buildCatalog } from './app.ts';
import { loadCatalogConfig } from './config.ts';

await runService({ name: 'catalog', load: loadCatalogConfig, build: buildCatalog() });
