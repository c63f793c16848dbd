import { posix } from 'node:path'

/**
 * A path as all others are written, by which its level of privacy is found: without `.`, `..` in the middle, and
 * doubled or last slashes. What is no path, such as an address of the web, stays.
 *
 * @example normalPlace('./0-personal//journal/.') // '0-personal/journal'
 */
export function normalPlace(place: string): string {
  return place.includes('://') ? place : posix.normalize(place).replace(/(?<=.)\/$/, '')
}
