import { join } from 'node:path'
import { readTextFile, sha256, type WritesBroker } from '@datacortex/platform'
import { entryLines, localTime } from '../logs/append-entry.ts'
import { localZone, logParts, newPart, readLogState, stateFile } from '../logs/log-parts.ts'
import type { Mind } from '../mind.ts'
import { type WrittenFacts, factLines } from './log-entries.ts'

export type Request = Parameters<WritesBroker['write']>[0]

export type PlannedEntry = {
  readonly text: string
  readonly at: Date
  readonly facts: WrittenFacts
  readonly recorded?: string | undefined
}

const mostBytes = 100_000

/** What adds entries to the logs of their days, as writes that can be taken back; the caller holds the lock. */
export async function plannedLog(mind: Mind, entries: readonly PlannedEntry[]): Promise<readonly Request[]> {
  const parts = await logParts(mind)
  const requests: Request[] = []
  for (const [date, some = []] of Object.entries(Object.groupBy(entries, ({ at }) => localTime(at).date))) {
    let part = parts.findLast((one) => one.date === date)?.part ?? 1
    let file = await begunPart(mind, { date, part })
    for (const { text, at, facts, recorded } of some) {
      const lines = entryLines({ time: localTime(at).time, text, recorded, facts: factLines(facts) }).join('\n')
      if (file.text.length + lines.length > mostBytes && file.hasEntries) {
        requests.push(...requestsOf(mind, file))
        part += 1
        file = await begunPart(mind, { date, part })
      }
      file = { ...file, text: `${file.text}${lines}\n`, hasEntries: true, at: at.toISOString() }
    }
    requests.push(...requestsOf(mind, file))
  }
  return requests
}

type Part = {
  readonly name: string
  readonly text: string
  readonly hasEntries: boolean
  readonly at: string
  readonly expected: string
  readonly state: { readonly expected: string; readonly checkpoint: string | null }
}

async function begunPart(mind: Mind, { date, part }: { readonly date: string; readonly part: number }): Promise<Part> {
  const { name, head } = newPart(date, part)
  const [read, state, known] = await Promise.all([
    readTextFile(join(mind.logs, name)),
    readTextFile(stateFile(mind, name)),
    readLogState(mind, name),
  ])
  return {
    name,
    text: read.ok ? Buffer.from(read.bytes).toString() : `${head.join('\n')}\n`,
    hasEntries: read.ok,
    at: known?.updated_at ?? '',
    expected: read.ok ? sha256(read.bytes) : 'absent',
    state: { expected: state.ok ? sha256(state.bytes) : 'absent', checkpoint: known?.checkpoint ?? null },
  }
}

function requestsOf(mind: Mind, { name, text, expected, state, at }: Part): readonly Request[] {
  const facts = { bytes: Buffer.byteLength(text), sha256: sha256(text), zone: localZone(), updated_at: at }
  const written = { status: 'pending', checkpoint: state.checkpoint, ...facts }
  const folder = `${mind.place}/${mind.agent}/logs`
  return [
    { path: `${folder}/${name}`, text, expected },
    {
      path: `${folder}/${name.replace(/\.md$/, '')}.state.json`,
      text: `${JSON.stringify(written)}\n`,
      expected: state.expected,
    },
  ]
}
