import { join } from 'node:path'
import { writeFileAtomically } from '@datacortex/platform'
import type { TriedMind } from '../implementation.ts'
import { no, yes } from '../verdict.ts'
import { type Trial, rowsOf, snapshot, started, waitsForLock } from './trial.ts'

const date = '2026-01-02'
const entries = [
  'We decided to ship the ledger on Fridays.',
  'The user prefers metric units in every report.',
  'The harbour gauge reads 12 centimetres too high.',
  'Learned that backups fail when the disk is above 90 %.',
]

/** A log of an earlier day as section 3.2 has it, of which nothing is reflected yet. */
async function withLog(mind: TriedMind): Promise<void> {
  const lines = entries.flatMap((text, at) => [`## 0${at + 1}:15`, `- ${text}`, ''])
  const text = [`# ${date}`, '', ...lines].join('\n')
  await writeFileAtomically(join(mind.files.logs, `${date}.md`), text, { below: mind.files.folder })
  await started(mind)
}

/** Reflects on it behind all that waited before, with a stop in between, and once more when all is done. */
async function reflected(mind: TriedMind) {
  await started(mind)
  await mind.reflect()
  await withLog(mind)
  const before = await stateOf(mind)
  const first = await mind.reflect({ stopAfter: 2 })
  const during = await stateOf(mind)
  const rest = await mind.reflect()
  const after = await stateOf(mind)
  return {
    states: [before, during, after].map(({ status }) => String(status)),
    checkpoint: during.checkpoint,
    first,
    rest,
  }
}

async function stateOf(mind: TriedMind) {
  await started(mind)
  const [row] = await rowsOf(mind, `SELECT status, checkpoint FROM daily_logs WHERE date = '${date}'`)
  return { status: row?.['status'], checkpoint: row?.['checkpoint'] }
}

/** Section 4.3. */
export const reflectStates: Trial = async (mind) => {
  const states = (await reflected(mind)).states.join(', ')
  return states === 'pending, processing, done' ? yes(states) : no(`the states were ${states}`)
}

export const reflectCheckpoint: Trial = async (mind) => {
  const { checkpoint } = await reflected(mind)
  return typeof checkpoint === 'string' ? yes(`stopped at ${checkpoint}`) : no('it was stopped, and has no checkpoint')
}

export const reflectLocked: Trial = async (mind) => {
  await withLog(mind)
  return await waitsForLock(mind, async (signal) => await mind.reflect({ signal }))
}

export const reflectIdempotent: Trial = async (mind) => {
  await reflected(mind)
  const before = await snapshot(mind)
  const again = await mind.reflect()
  return before === (await snapshot(mind))
    ? yes(`the second time it read ${again} entries`)
    : no('it changed files again')
}

/** Without reading again what it had read: both runs together read each entry once. */
export const reflectResumed: Trial = async (mind) => {
  const { first, rest } = await reflected(mind)
  const evidence = `of ${entries.length} entries it read ${first} before the stop and ${rest} after it`
  return { holds: first > 0 && first < entries.length && first + rest === entries.length, evidence }
}
