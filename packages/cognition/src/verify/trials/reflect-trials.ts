import { join } from 'node:path'
import { writeFileAtomically } from '@datacortex/platform'
import type { TriedMind } from '../implementation.ts'
import { type Trial, rowsOf, seen, snapshot, uidOf, waitsForLock } from './trial.ts'

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
  await mind.start(await uidOf(mind))
}

async function stateOf(mind: TriedMind): Promise<{ readonly status: string; readonly checkpoint: string | null }> {
  await mind.start(await uidOf(mind))
  const [row] = await rowsOf(mind, `SELECT status, checkpoint FROM daily_logs WHERE date = '${date}'`)
  const checkpoint = row?.['checkpoint']
  return { status: String(row?.['status']), checkpoint: typeof checkpoint === 'string' ? checkpoint : null }
}

/** Section 4.3. */
export const reflectStates: Trial = async (mind) => {
  await withLog(mind)
  const before = await stateOf(mind)
  await mind.reflect({ stopAfter: 2 })
  const during = await stateOf(mind)
  await mind.reflect()
  const after = await stateOf(mind)
  const states = [before, during, after].map(({ status }) => status).join(', ')
  return seen(states === 'pending, processing, done', states, `the states were ${states}`)
}

export const reflectCheckpoint: Trial = async (mind) => {
  await withLog(mind)
  await mind.reflect({ stopAfter: 2 })
  const { checkpoint } = await stateOf(mind)
  return seen(checkpoint !== null, `stopped at ${checkpoint}`, 'it was stopped, and has no checkpoint')
}

export const reflectLocked: Trial = async (mind) => {
  await withLog(mind)
  return await waitsForLock(mind, async (signal) => await mind.reflect({ signal }))
}

export const reflectIdempotent: Trial = async (mind) => {
  await withLog(mind)
  await mind.reflect()
  const before = await snapshot(mind)
  const again = await mind.reflect()
  return seen(before === (await snapshot(mind)), `the second time it read ${again} entries`, 'it changed files again')
}

/** Without reading again what it had read: both runs together read each entry once. */
export const reflectResumed: Trial = async (mind) => {
  await mind.start(await uidOf(mind))
  await mind.reflect()
  await withLog(mind)
  const first = await mind.reflect({ stopAfter: 2 })
  const rest = await mind.reflect()
  const what = `of ${entries.length} entries it read ${first} before the stop and ${rest} after it`
  return seen(first > 0 && first < entries.length && first + rest === entries.length, what, what)
}
