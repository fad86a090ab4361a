import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { currentCorrelationId } from './correlation.ts';
import { errorFacts, requestFacts } from './log-serializers.ts';

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

type LoggerOptions = {
  service: string;
  level: string;
  /** Unset: standard output. */
  destination?: DestinationStream;
};

/** JSON lines: level, time, service, message, the fields given, and the correlation id of the request or event they belong to. */
export const createLogger = ({ service, level, destination }: LoggerOptions): PinoLogger =>
  pino(
    {
      level,
      base: { service },
      mixin: () => {
        const correlationId = currentCorrelationId();
        return correlationId === undefined ? {} : { correlationId };
      },
      redact: { paths: REDACTED.flatMap((name) => [`data.${name}`, `body.${name}`, `headers.${name}`]), censor: '[redacted]' },
      serializers: { err: errorFacts, cause: errorFacts, req: requestFacts },
    },
    destination,
  );
