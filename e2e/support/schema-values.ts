import fc from 'fast-check';

/** The keywords of JSON Schema that the API description uses for input. */
export type JsonSchema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
};

type Values = fc.Arbitrary<unknown>;

/** Enough for every rule, and short enough for many requests. */
const LONGEST_TEXT = 300;
const MOST_ITEMS = 3;

const EARLIEST = new Date('0001-01-01T00:00:00.000Z');
const LATEST = new Date('9999-12-31T23:59:59.999Z');
const times = fc.date({ min: EARLIEST, max: LATEST, noInvalidDate: true }).map((date) => date.toISOString());

const formats: Record<string, fc.Arbitrary<string>> = {
  'date-time': times,
  date: times.map((time) => time.slice(0, 10)),
  uuid: fc.uuid(),
  base64: fc.base64String(),
  binary: fc.string(),
};

/** Lengths count code points, as in JSON Schema. */
const textsOf = ({ pattern, format, minLength = 0, maxLength = LONGEST_TEXT }: JsonSchema): Values => {
  const fits = (text: string): boolean => [...text].length >= minLength && [...text].length <= maxLength;
  if (format !== undefined && formats[format]) return formats[format].filter(fits);
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u')).filter(fits);
  return fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, LONGEST_TEXT) });
};

const integersOf = ({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER, multipleOf = 1 }: JsonSchema): Values =>
  fc.maxSafeInteger().map((drawn) => {
    const [first, last] = [Math.ceil(minimum / multipleOf), Math.floor(maximum / multipleOf)];
    const size = last - first + 1;
    return (first + (((drawn % size) + size) % size)) * multipleOf;
  });

const objectsOf = ({ properties = {}, required = [], additionalProperties, propertyNames }: JsonSchema): Values => {
  const members = Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, valuesOf(member)]));
  const named = fc.record(members, { requiredKeys: required });
  if (typeof additionalProperties !== 'object' || Object.keys(properties).length > 0) return named;
  return fc.dictionary(propertyNames ? (textsOf(propertyNames) as fc.Arbitrary<string>) : fc.string(), valuesOf(additionalProperties), {
    maxKeys: MOST_ITEMS,
  });
};

const byType: Record<string, (schema: JsonSchema) => Values> = {
  string: textsOf,
  integer: integersOf,
  number: () => fc.double({ noNaN: true, noDefaultInfinity: true }),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: ({ items = {}, minItems = 0, maxItems = MOST_ITEMS }) =>
    fc.array(valuesOf(items), { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, MOST_ITEMS)) }),
  object: objectsOf,
};

/** Values that a schema allows. Throws for a keyword that it does not know, so that no rule is ignored. */
export const valuesOf = (schema: JsonSchema): Values => {
  const { type, anyOf, oneOf, allOf } = schema;
  if (allOf) throw new Error(`A value cannot be generated from ${JSON.stringify(schema)}`);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = anyOf ?? oneOf ?? (Array.isArray(type) ? type.map((each) => ({ ...schema, type: each })) : undefined);
  if (choices) return fc.oneof(...choices.map(valuesOf));
  if (type === undefined) return fc.jsonValue();
  const values = byType[String(type)];
  if (!values) throw new Error(`The type ${type} is unknown`);
  return values(schema);
};

const HOSTILE = [null, [], {}, '', -1, 0.5, true, '\u0000', '\ud800', 'あ'.repeat(5000), { $gt: '' }, ['x', 'y'], 1e308, '../..', '１２'];

/** Anything, and values that the schema allows but for one member. Some of them may be valid. */
export const wrongValuesOf = (schema: JsonSchema): Values => {
  const hostile = fc.constantFrom<unknown>(...HOSTILE);
  const names = Object.keys(schema.properties ?? {});
  if (names.length === 0) return fc.oneof(hostile, fc.jsonValue());
  const nearlyValid = fc
    .tuple(valuesOf(schema), fc.constantFrom(...names), hostile)
    .map(([value, name, wrong]) => ({ ...(value as object), [name]: wrong }));
  const incomplete = fc
    .tuple(valuesOf(schema), fc.constantFrom(...names))
    .map(([value, name]) => Object.fromEntries(Object.entries(value as object).filter(([key]) => key !== name)));
  return fc.oneof(hostile, nearlyValid, incomplete);
};
