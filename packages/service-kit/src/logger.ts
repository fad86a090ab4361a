import { type Logger as PinoLogger, pino } from 'pino';
import { currentCorrelationId } from './correlation.ts';

export type Logger = Pick<PinoLogger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

/** What must never reach a log, wherever it stands in an object. */
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

/** JSON lines on standard output: level, time, service, message, the fields given, and the correlation id of the request or event they belong to. */
export const createLogger = ({ service, level }: { service: string; level: string }): PinoLogger =>
  pino({
    level,
    base: { service },
    mixin: () => {
      const correlationId = currentCorrelationId();
      return correlationId === undefined ? {} : { correlationId };
    },
    redact: { paths: REDACTED.flatMap((name) => [`data.${name}`, `body.${name}`, `headers.${name}`]), censor: '[redacted]' },
    serializers: { err: pino.stdSerializers.err },
  });
