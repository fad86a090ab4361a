import type { EventDefinition, EventEnvelope } from '@stagereel/contracts';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { correlationId } from '../server/correlation.ts';
import { currentTraceparent } from '../telemetry/tracing.ts';

/**
 * Creates an event with the current time and the correlation id of the request or event that causes it, and its trace. The data is validated by the
 * consumers, not here.
 */
export const createEvent = <Schema extends z.ZodType>(
  definition: EventDefinition<string, Schema>,
  data: z.infer<Schema>,
): EventEnvelope<z.infer<Schema>> => {
  const traceparent = currentTraceparent();
  return {
    id: uuid(),
    type: definition.type,
    version: definition.version,
    occurredAt: new Date().toISOString(),
    correlationId: correlationId(),
    ...(traceparent !== undefined && { traceparent }),
    data,
  };
};
