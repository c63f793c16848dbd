import type { StatedNumber, Statement, YearSpan } from './statement.ts'

/** How what two statements have of one kind agrees; unknown if only one has it, or both have it in part. */
export type Agreement = 'equal' | 'unknown' | 'different'

/** How amounts and years agree: years alone differ as amounts do, beside amounts they say for when these are. */
export function compareNumbers(a: Statement, b: Statement): Agreement | 'of other years' {
  const amounts = compareAmounts(a.numbers, b.numbers)
  const years = compareYears(a.years, b.years)
  if (years === 'equal' || years === 'unknown') return amounts
  return years === 'different' && (a.numbers.length === 0 || b.numbers.length === 0) ? 'different' : 'of other years'
}

/** What differs in one measure is not the same, whatever else agrees. */
function compareAmounts(ours: readonly StatedNumber[], theirs: readonly StatedNumber[]): Agreement {
  const units = [...new Set(ours.map(({ unit }) => unit))].filter((unit) => theirs.some((one) => one.unit === unit))
  const equal = units.map((unit) =>
    ours.filter((one) => one.unit === unit && theirs.some((other) => other.unit === unit && isNear(one, other))),
  )
  if (equal.some((some) => some.length === 0)) return 'different'
  return equal.flat().some(provesSomething) ? 'equal' : 'unknown'
}

/** Two sentences that both count four of something are not one for that. */
function provesSomething({ value, unit }: StatedNumber): boolean {
  return (unit !== undefined && unit !== label) || !Number.isInteger(value) || Math.abs(value) > 12
}

/** The unit of a number that names something: port 8123 is not nearly port 8124, and page 12 is in every book. */
export const label = 'label'

/** Rounded to three digits in one place and to two in another, or within one range. */
function isNear(a: StatedNumber, b: StatedNumber): boolean {
  if (a.unit === label) return a.value === b.value
  const [low, high] = [Math.max(a.value, b.value), Math.min(a.to ?? a.value, b.to ?? b.value)]
  const gap = low - high
  const isRounded = [low, high].some((one) => Number.isInteger(one) && Math.abs(one) >= 10) && gap <= 0.5
  return gap <= 0 || isRounded || gap <= 0.005 * Math.max(Math.abs(low), Math.abs(high))
}

/** In part: each has a year that the other one lacks, and one that both have. */
function compareYears(a: readonly YearSpan[], b: readonly YearSpan[]): Agreement | 'in part' {
  if (a.length === 0 || b.length === 0) return 'unknown'
  const lacks = (some: readonly YearSpan[], others: readonly YearSpan[]): number =>
    some.filter(({ from, to }) => !others.some((other) => other.from <= to && from <= other.to)).length
  const [ours, theirs] = [lacks(a, b), lacks(b, a)]
  if (ours === 0 || theirs === 0) return 'equal'
  return ours === a.length && theirs === b.length ? 'different' : 'in part'
}
