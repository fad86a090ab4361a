import { z } from 'zod';

/** A line of a service's log, as docs/operating.md describes it. Messages have other fields beside these. */
const logLineSchema = z.looseObject({
  level: z.union([z.literal(10), z.literal(20), z.literal(30), z.literal(40), z.literal(50), z.literal(60)]),
  time: z.int().positive(),
  service: z.string().min(1),
  msg: z.string().min(1),
  correlationId: z.string().optional(),
  req: z.looseObject({ method: z.string(), url: z.string(), host: z.string(), remoteAddress: z.string() }).optional(),
  res: z.object({ statusCode: z.int() }).optional(),
  responseTime: z.number().optional(),
  err: z.looseObject({ type: z.string(), message: z.string(), stack: z.string() }).optional(),
});

/** The lines of a log that do not have this shape, or are of another service. */
export const wrongLogLines = ({ service, log }: { service: string; log: string }): string[] =>
  log.split('\n').filter((line) => {
    if (line === '') return false;
    try {
      return logLineSchema.parse(JSON.parse(line)).service !== service;
    } catch {
      return true;
    }
  });
