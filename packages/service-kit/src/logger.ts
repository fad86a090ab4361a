import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { currentCorrelationId } from './correlation.ts';
import { standardOutput } from './log-destination.ts';
import { serializeError, serializeRequest } from './log-serializers.ts';

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

/** Writes JSON lines with level, time, service, message, the given fields, and the correlation id of the current request or event. */
export const createLogger = ({ service, level, destination = standardOutput() }: LoggerOptions): PinoLogger =>
  pino(
    {
      level,
      base: { service },
      mixin: () => {
        const correlationId = currentCorrelationId();
        return correlationId === undefined ? {} : { correlationId };
      },
      redact: { paths: REDACTED.flatMap((name) => [`data.${name}`, `body.${name}`, `headers.${name}`]), censor: '[redacted]' },
      serializers: { err: serializeError, cause: serializeError, req: serializeRequest },
    },
    destination,
  );
