import { posix } from 'node:path'

/** A path as all others are written, without `.`, inner `..` and extra slashes; what is no path stays. */
export function normalPlace(place: string): string {
  return place.includes('://') ? place : posix.normalize(place).replace(/(?<=.)\/$/, '')
}
