import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { command, containersOf } from '../src/compose.ts';

/** As documented in docs/configuration.md. */
const logLine = z.looseObject({
  level: z.union([z.literal(10), z.literal(20), z.literal(30), z.literal(40), z.literal(50), z.literal(60)]),
  time: z.int().positive(),
  service: z.string().min(1),
  msg: z.string(),
  correlationId: z.string().optional(),
  req: z.looseObject({ method: z.string(), url: z.string() }).optional(),
  res: z.looseObject({ statusCode: z.int() }).optional(),
  responseTime: z.number().optional(),
  err: z.looseObject({ type: z.string(), message: z.string(), stack: z.string() }).optional(),
});

test.each(['gateway', 'catalog', 'orders', 'media', 'notify', 'identity'])(
  'when %s writes to its standard output, then every line has the documented shape',
  async (service) => {
    const [container = ''] = await containersOf(service);
    const lines = (await command('docker', 'logs', container)).split('\n').filter((line) => line !== '');
    expect(lines.length).toBeGreaterThan(0);
    const wrong = lines.filter((line) => {
      const parsed = logLine.safeParse(line.startsWith('{') ? JSON.parse(line) : line);
      return !parsed.success || parsed.data.service !== service;
    });
    expect(wrong).toEqual([]);
  },
);
