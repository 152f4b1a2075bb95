import type * as v from 'valibot';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** As much of valibot as our answers are written in; throws for anything else. */
interface Written {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Written>>;
  readonly item?: Written;
  readonly value?: Written;
  readonly literal?: unknown;
  readonly pipe?: readonly Readonly<{ type: string }>[];
}

export const jsonSchemaOf = (schema: v.GenericSchema): JsonSchema =>
  converted(schema as unknown as Written);

function converted(schema: Written): JsonSchema {
  switch (schema.type) {
    case 'string': {
      const isUuid = schema.pipe?.some(({ type }) => type === 'uuid') === true;
      return { type: 'string', ...(isUuid ? { format: 'uuid' } : {}) };
    }
    case 'number':
    case 'boolean':
      return { type: schema.type };
    case 'literal':
      return { const: schema.literal };
    case 'array':
      return { type: 'array', items: converted(given(schema.item)) };
    case 'record':
      return { type: 'object', additionalProperties: converted(given(schema.value)) };
    case 'strict_object': {
      const entries = Object.entries(given(schema.entries));
      return {
        type: 'object',
        required: entries.map(([name]) => name),
        properties: Object.fromEntries(entries.map(([name, it]) => [name, converted(it)])),
        additionalProperties: false,
      };
    }
    default:
      throw new Error(`No answer is written so: ${schema.type}.`);
  }
}

function given<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('A part of the schema is missing.');
  return part;
}
