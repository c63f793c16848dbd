import { seededRandom } from './random.ts'

/** Requests that mean nothing: letters at random, and syllables that can be spoken; one to four words each. */
export function meaninglessRequests(count: number, seed = 7): readonly string[] {
  const random = seededRandom(seed)
  const oneOf = (signs: string): string => signs[Math.floor(random() * signs.length)] ?? ''
  const word = (isSpoken: boolean): string =>
    isSpoken
      ? Array.from({ length: 2 + Math.floor(random() * 3) }, () => oneOf('bcdfghjklmnprstvwz') + oneOf('aeiou')).join(
          '',
        )
      : Array.from({ length: 3 + Math.floor(random() * 8) }, () => oneOf('abcdefghijklmnopqrstuvwxyz')).join('')
  return Array.from({ length: count }, (_, index) =>
    Array.from({ length: 1 + Math.floor(random() * 4) }, () => word(index % 2 === 1)).join(' '),
  )
}
