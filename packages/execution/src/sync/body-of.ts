import { jsonOf, recordOf } from '@datacortex/platform'

/** What a line of a stream says; whether that is true is seen when it is read. */
export function bodyOf(line: string): Readonly<Record<string, unknown>> {
  return recordOf(jsonOf(line.slice(line.indexOf('{'))))
}
