import { z } from 'zod';

/** The shape of all messages on the exchange. `data` has the schema of the event. */
export const eventEnvelopeSchema = z.object({
  id: z.uuid(),
  type: z.string(),
  version: z.int().min(1),
  occurredAt: z.iso.datetime(),
  correlationId: z.string(),
  /** The span that caused the event, as in the header of https://www.w3.org/TR/trace-context/; only while tracing is on. */
  traceparent: z.string().optional(),
  data: z.unknown(),
});
export type EventEnvelope<Data = unknown> = Omit<z.infer<typeof eventEnvelopeSchema>, 'data'> & { data: Data };

/** An event type: its name in the past tense, which is also the routing key, and the schema of its data. */
export type EventDefinition<Type extends string = string, Schema extends z.ZodType = z.ZodType> = {
  type: Type;
  version: number;
  schema: Schema;
  /** Marks secret data, such as a code: the outbox and the mail record erase it once it is sent. */
  secret?: boolean;
};

export const defineEvent = <Type extends string, Schema extends z.ZodType>(
  definition: EventDefinition<Type, Schema>,
): EventDefinition<Type, Schema> => definition;

export type EventData<Definition> = Definition extends EventDefinition<string, infer Schema> ? z.infer<Schema> : never;
