/**
 * The fields of an object that have a value.
 * @param fields - Those that may be absent may be undefined too, so the type stays.
 * @example withoutUndefined({ status: 429, retryAfterMs: undefined }) // { status: 429 }
 */
export function withoutUndefined<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
}
