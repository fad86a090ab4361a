import { runService } from '@stagereel/service-kit';
import { buildNotify } from './app.ts';
import { loadNotifyConfig } from './config.ts';

void runService({ name: 'notify', load: loadNotifyConfig, build: buildNotify() });
