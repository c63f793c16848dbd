/**
 * The JSON Schema of an object that has all of some fields and no others, as a model is asked for it.
 * @example exactObject({ title: { type: 'string' } }).required // ['title']
 */
export function exactObject(properties: Readonly<Record<string, unknown>>) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}
