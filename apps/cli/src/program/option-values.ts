import { InvalidArgumentError } from '@commander-js/extra-typings'

/** A list whose option may be given more than once: what stands first stays first, and nothing is lost. */
export function collected(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text]
}

/** Values that may be given more than once, each time with commas between several: what follows them is no value. */
export function listed(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]))]
}

/** A whole number, 1 or more. */
export function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number, 1 or more.')
  return value
}

/** How many links are followed: 0 to 5. */
export function hops(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isInteger(value) || value < 0 || value > 5)
    throw new InvalidArgumentError('It must be a whole number from 0 to 5.')
  return value
}

/** A number from 0 to 1. */
export function fraction(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('It must be a number from 0 to 1.')
  return value
}

/** A number from 0 to 100. */
export function points(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0 && value <= 100))
    throw new InvalidArgumentError('It must be a number from 0 to 100.')
  return value
}

/** A port: 0 to 65535. */
export function portNumber(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > 65_535)
    throw new InvalidArgumentError('It must be a whole number from 0 to 65535.')
  return value
}

/** A number above 0. */
export function positiveNumber(text: string): number {
  const value = Number(text)
  if (!(value > 0) || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number above 0.')
  return value
}

/** A price: 0 is for what is free. */
export function amount(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0) || !Number.isFinite(value))
    throw new InvalidArgumentError('It must be a number, 0 or more.')
  return value
}

/** A time of the day such as `06:00`, as minutes since midnight. */
export function timeOfDay(text: string): number {
  const [, hours = '', minutes = ''] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  if (hours === '') throw new InvalidArgumentError('It must be a time of the day such as 06:00.')
  return Number(hours) * 60 + Number(minutes)
}
