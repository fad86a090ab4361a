import { runService } from '@stagereel/service-kit';
import { buildCatalog } from './app.ts';
import { loadCatalogConfig } from './config.ts';

void runService({ name: 'catalog', load: loadCatalogConfig, build: buildCatalog() });
