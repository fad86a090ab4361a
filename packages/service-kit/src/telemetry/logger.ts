import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { currentCorrelationId } from '../server/correlation.ts';
import { serializeError, serializeRequest } from './log-serializers.ts';
import { currentTraceId } from './tracing.ts';

export type Logger = Pick<PinoLogger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

/** Fields of `data`, `body` and `headers` that must never appear in a log. */
const REDACTED = [
  'password',
  'confirmPassword',
  'currentPassword',
  'newPassword',
  'code',
  'token',
  'secret',
  'clientSecret',
  'cookie',
  'authorization',
];

type LoggerOptions = {
  service: string;
  level: string;
  /** Unset: standard output. */
  destination?: DestinationStream;
};

/**
 * Writes JSON lines with level, time, service, message, the given fields, and the ids of the current request or event: the correlation id and, with
 * tracing, that of its trace.
 */
export const createLogger = ({ service, level, destination = pino.destination({ dest: 1, sync: true }) }: LoggerOptions): PinoLogger =>
  pino(
    {
      level,
      base: { service },
      mixin: () => {
        const correlationId = currentCorrelationId();
        const traceId = currentTraceId();
        return { ...(correlationId !== undefined && { correlationId }), ...(traceId !== undefined && { traceId }) };
      },
      redact: { paths: REDACTED.flatMap((name) => [`data.${name}`, `body.${name}`, `headers.${name}`]), censor: '[redacted]' },
      serializers: { err: serializeError, cause: serializeError, req: serializeRequest },
    },
    destination,
  );
