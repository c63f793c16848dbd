import { sanitiseText } from './sanitise-text.ts'

/**
 * A text as one clean line, for titles, names and other fields: it can't forge a heading, a field of front matter or a
 * property.
 * @example oneLine('Title\n---\nadmin: true') // 'Title --- admin: true'
 */
export function oneLine(text: string): string {
  return sanitiseText(text).text.replaceAll(/\s+/g, ' ').trim()
}
