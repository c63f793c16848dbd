import { resolve } from 'node:path'
import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { type GuideKind, guideKinds } from './agent-formats.ts'

/** A list whose option may be given more than once: what stands first stays first, and nothing is lost. */
export function collected(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text]
}

/** Values that may be given more than once, each time with commas between several: what follows them is no value. */
export function listed(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]))]
}

/** A note as it was named; a path as shells write it, `./a.md`, is that file and no other one of the name. */
export const noteHere = (name: string): string => (/^\.\.?[/\\]/.test(name) ? resolve(name) : name)

/** Kinds of files that only guide an assistant. */
export function guides(text: string, before: readonly GuideKind[] = []): readonly GuideKind[] {
  const kinds = listed(text).map((name) => guideKinds.find((kind) => kind === name))
  const isKnown = (kind: GuideKind | undefined): kind is GuideKind => kind !== undefined
  if (!kinds.every(isKnown)) throw new InvalidArgumentError(`It must be one or more of ${guideKinds.join(', ')}.`)
  return [...before, ...kinds]
}

/** A whole number, 1 or more. */
export const wholeNumber = numberWhere((value) => Number.isInteger(value) && value >= 1, 'a whole number, 1 or more')

/** How many links are followed. */
export const hops = numberWhere(
  (value) => Number.isInteger(value) && value >= 0 && value <= 5,
  'a whole number from 0 to 5',
)

/** Of ACAS. */
export const level = numberWhere((value) => [1, 2, 3].includes(value), '1, 2 or 3')

export const fraction = numberWhere((value) => value >= 0 && value <= 1, 'a number from 0 to 1')

export const points = numberWhere((value) => value >= 0 && value <= 100, 'a number from 0 to 100')

export const portNumber = numberWhere(
  (value, text) => /^\d+$/.test(text) && value <= 65_535,
  'a whole number from 0 to 65535',
)

export const positiveNumber = numberWhere((value) => value > 0 && Number.isFinite(value), 'a number above 0')

/** A price: 0 is for what is free. */
export const amount = numberWhere((value) => value >= 0 && Number.isFinite(value), 'a number, 0 or more')

function numberWhere(fits: (value: number, text: string) => boolean, what: string): (text: string) => number {
  return (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    if (!fits(value, text)) throw new InvalidArgumentError(`It must be ${what}.`)
    return value
  }
}

/** A time of the day such as `06:00`, as minutes since midnight. */
export function timeOfDay(text: string): number {
  const [, hours = '', minutes = ''] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  if (hours === '') throw new InvalidArgumentError('It must be a time of the day such as 06:00.')
  return Number(hours) * 60 + Number(minutes)
}

/** What a night may take, such as `usd=2,tokens=100000,minutes=120`. */
export function nightBudget(text: string): {
  readonly usd?: number
  readonly tokens?: number
  readonly minutes?: number
} {
  const limits: Record<string, number> = {}
  for (const part of listed(text)) {
    const [, name = '', value = ''] = /^(usd|tokens|minutes)=(\d+(?:\.\d+)?)$/.exec(part) ?? []
    if (name === '' || (name === 'tokens' && value.includes('.')))
      throw new InvalidArgumentError(
        'It must be one or more of usd=2, tokens=100000 and minutes=120, with commas between them.',
      )
    limits[name] = Number(value)
  }
  return limits
}

/** An option that takes one of some words. */
export function choice<Flags extends string, const Words extends readonly string[]>(
  flags: Flags,
  says: string,
  words: Words,
) {
  return new Option(flags, says).choices(words)
}
