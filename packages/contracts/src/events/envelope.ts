import { z } from 'zod';

/** What every message on the exchange looks like. `data` has the shape of the event's own file. */
export const eventEnvelopeSchema = z.object({
  id: z.uuid(),
  type: z.string(),
  version: z.int().min(1),
  occurredAt: z.iso.datetime(),
  correlationId: z.string(),
  data: z.unknown(),
});
export type EventEnvelope<Data = unknown> = Omit<z.infer<typeof eventEnvelopeSchema>, 'data'> & { data: Data };

/** One event: a past-tense fact, its routing key and the shape of its data. */
export type EventDefinition<Type extends string = string, Schema extends z.ZodType = z.ZodType> = {
  type: Type;
  version: number;
  schema: Schema;
  /** Data that must not outlive its use (a code): the relay and the mail record erase it once it is sent. */
  secret?: boolean;
};

export const defineEvent = <Type extends string, Schema extends z.ZodType>(
  definition: EventDefinition<Type, Schema>,
): EventDefinition<Type, Schema> => definition;

export type EventData<Definition> = Definition extends EventDefinition<string, infer Schema> ? z.infer<Schema> : never;
