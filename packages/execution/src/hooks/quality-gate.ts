import { ifCoded } from '@datacortex/errors'
import { readTextFile, resolveInside } from '@datacortex/platform'
import { type CheckedRun, type OutputCheck, verdictOf } from '../checks/output-check.ts'
import { isGone, isSeen } from '../checks/space-changes.ts'
import type { HookSettings } from './hook-settings.ts'

/** The check of a `quality-gate`: the longest text that came of the run is long enough, none has a forbidden text. */
export function qualityGate(quality: HookSettings['quality']): readonly OutputCheck[] {
  return quality === undefined ? [] : [{ name: 'quality_gate', check: async (run) => await gateVerdict(run, quality) }]
}

async function gateVerdict(
  { root, outputs, changes }: CheckedRun,
  { minLength, forbidden }: NonNullable<HookSettings['quality']>,
) {
  const problems: string[] = []
  const doubts: string[] = []
  let longest = 0
  for (const output of outputs.filter((one) => !isGone(one))) {
    const text = await textOf(root, output.path)
    longest = Math.max(longest, text.trim().length)
    const found = forbidden.filter((one) => text.includes(one)).map((one) => JSON.stringify(one))
    if (found.length > 0) (isSeen(output) ? doubts : problems).push(`${output.path}: it has ${found.join(', ')}`)
  }
  if (longest < minLength) problems.push(`the longest text has ${longest} characters, ${minLength} are asked for`)
  return verdictOf(problems, { doubts, changes })
}

/** Empty of what is no text. */
async function textOf(root: string, path: string): Promise<string> {
  // `writes_within_bounds` tells of it.
  const file = await resolveInside(root, path).then(readTextFile).catch(ifCoded(undefined))
  return file?.ok === true ? file.text : ''
}
