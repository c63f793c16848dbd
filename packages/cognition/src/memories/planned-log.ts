import { readTextFile, sha256, type WritesBroker } from '@datacortex/platform'
import { type LogEntry, entryLines, localTime } from '../logs/append-entry.ts'
import {
  type LogPart,
  logHead,
  logPart,
  logParts,
  mostBytes,
  pendingState,
  readLogState,
  stateFile,
} from '../logs/log-parts.ts'
import type { Mind } from '../mind.ts'

export type Request = Parameters<WritesBroker['write']>[0]

/** What adds entries to the logs of their days, as writes that can be taken back; the caller holds the lock. */
export async function plannedLog(mind: Mind, entries: readonly LogEntry[]): Promise<readonly Request[]> {
  const parts = await logParts(mind)
  const requests: Request[] = []
  for (const [date, some = []] of Object.entries(Object.groupBy(entries, ({ at }) => localTime(at).date))) {
    let file = await begunFile(parts.findLast((one) => one.date === date) ?? logPart(mind, { date, part: 1 }))
    for (const entry of some) {
      const lines = `${entryLines(entry).join('\n')}\n`
      if (file.text.length + lines.length > mostBytes && file.hasEntries) {
        requests.push(...(await requestsOf(mind, file)))
        file = await begunFile(logPart(mind, { date, part: file.part.part + 1 }))
      }
      file = { ...file, text: file.text + lines, hasEntries: true, at: entry.at }
    }
    requests.push(...(await requestsOf(mind, file)))
  }
  return requests
}

type LogFile = {
  readonly part: LogPart
  readonly text: string
  readonly hasEntries: boolean
  readonly expected: string
  /** When its last entry was made. */
  readonly at: Date
}

async function begunFile(part: LogPart): Promise<LogFile> {
  const read = await readTextFile(part.file)
  return {
    part,
    text: read.ok ? Buffer.from(read.bytes).toString() : `${logHead(part.date).join('\n')}\n`,
    hasEntries: read.ok,
    expected: read.ok ? sha256(read.bytes) : 'absent',
    at: new Date(0),
  }
}

async function requestsOf(mind: Mind, { part, text, expected, at }: LogFile): Promise<readonly Request[]> {
  const [state, before] = await Promise.all([readTextFile(stateFile(mind, part.name)), readLogState(mind, part.name)])
  const written = pendingState(Buffer.from(text), { before, at })
  return [
    { path: part.path, text, expected },
    {
      path: part.path.replace(/\.md$/, '.state.json'),
      text: `${JSON.stringify(written)}\n`,
      expected: state.ok ? sha256(state.bytes) : 'absent',
    },
  ]
}
