import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { appendLines, ifRefused, readJournalLines, sha256, writeFileAtomically } from '@datacortex/platform'
import { CodedError, codedError } from '@datacortex/errors'
import { isUnreadable, logParts, readOlderPart } from '../log/log-parts.ts'
import type { LogPart } from '../log/parse-log-part.ts'
import { partStamp } from '../log/log-files.ts'
import { type LogView, viewOf } from '../log/read-log.ts'
import { metricsOf } from '../sync/sync-rows.ts'

/** The log with what performances are computed from, and nothing else. */
export async function readRuns(paths: SpacePaths, signal?: AbortSignal): Promise<LogView> {
  const cache = join(paths.cacheDirectory, 'execution', 'runs.jsonl')
  const known = await readCache(cache)
  const added: string[] = []
  const readOlder = async (name: string): Promise<LogPart> => {
    const stamp = partStamp(paths, name)
    const key = stamp === undefined ? undefined : `${name} ${form}-${stamp}`
    const line = key === undefined ? undefined : known.get(key)
    const cached = line === undefined ? undefined : parseLine(line)
    if (cached !== undefined) return cached
    const part = slim(await readOlderPart(paths, name))
    if (key !== undefined && !isUnreadable(part)) added.push(lineOf(key, part))
    return part
  }
  const view = await viewOf(logParts(paths, { readOlder, signal }), { signal })
  if (added.length > 0) await writeCache(cache, { added, isNew: known.size === 0 })
  return view
}

// Goes up when `metricsOf` keeps something else, so that no older line is taken.
const form = 4

/** Each line: name, form and stamp of the part, hash of the JSON, JSON. */
async function readCache(file: string): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, string>()
  const read = await readJournalLines(file).catch(codedError)
  // The parts themselves say it all.
  if (CodedError.is(read)) return known
  for (const { line } of read.lines) {
    const [name, stamp] = line.split(' ', 2)
    if (stamp !== undefined) known.set(`${name} ${stamp}`, line)
  }
  return known
}

async function writeCache(file: string, { added, isNew }: { added: readonly string[]; isNew: boolean }): Promise<void> {
  // Without the cache the next one parses the parts again, so what goes wrong with it is passed over.
  const lines = added.join('').slice(0, -1)
  await (isNew ? writeFileAtomically(file, `${lines}\n`, { isRebuildable: true }) : appendLines(file, [lines])).catch(
    ifRefused(undefined),
  )
}

function lineOf(key: string, part: LogPart): string {
  const json = JSON.stringify(part)
  return `${key} ${sha256(json)} ${json}\n`
}

/** Undefined if the line is not whole: the cache may be damaged at any time. */
function parseLine(line: string): LogPart | undefined {
  const [, hash = '', json = ''] = /^\S+ \S+ ([0-9a-f]{64}) (.*)$/.exec(line) ?? []
  if (hash === '' || sha256(json) !== hash) return undefined
  // The hash says that this program wrote it.
  return JSON.parse(json) as LogPart
}

function slim({ findings, ...part }: LogPart): LogPart {
  return { ...metricsOf(part), reasoning_paths: [], session_memories: [], findings }
}
