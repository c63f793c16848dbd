import { join } from 'node:path'
import { type SpacePaths, readTextFile } from '@datacortex/platform'
import { type Finding, CodedError, errorFinding, warningFinding, whenCoded } from '@datacortex/errors'
import { isOlderToo } from './close-part.ts'
import { largestPartBytes, logFiles, olderParts, partNumber } from './log-files.ts'
import { type LogPart, parseLogPart } from './parse-log-part.ts'

export type LogPartsOptions = {
  /** Reads a closed part by its name; from its file if absent. */
  readonly readOlder?: ((name: string) => Promise<LogPart>) | undefined
  readonly signal?: AbortSignal | undefined
}

/** The parts of the log, the newest first, each read when it is asked for. Takes no lock: closed parts don't change. */
export async function* logParts(paths: SpacePaths, options: LogPartsOptions = {}): AsyncGenerator<LogPart> {
  const { signal, readOlder = (name) => readOlderPart(paths, name) } = options
  signal?.throwIfAborted()
  const { parts, active } = await readableSnapshot(paths)
  if (active !== undefined) yield partOf(active)
  for (const [place, name] of [...parts.entries()].toReversed()) {
    signal?.throwIfAborted()
    yield await readOlder(name)
    const older = parts[place - 1]
    if (older !== undefined && partNumber(name) - partNumber(older) > 1)
      yield { ...nothing, findings: [missing(older, name)] }
  }
}

export async function readOlderPart(paths: SpacePaths, name: string): Promise<LogPart> {
  return partOf(await readPart(paths, name))
}

/** Whether nothing of a part could be read, which may be otherwise the next time although its file is the same. */
export function isUnreadable({ findings }: LogPart): boolean {
  return findings.some(({ code }) => code === unreadableCode)
}

const unreadableCode = 'EXECUTION_LOG_PART_UNREADABLE'

type ReadPart = { readonly name: string; readonly file: Awaited<ReturnType<typeof readTextFile>> }

type Snapshot = { readonly parts: readonly string[]; readonly active: ReadPart | undefined }

/** Where the folder can't be read, it stands for a part that can't. */
async function readableSnapshot(paths: SpacePaths): Promise<Snapshot> {
  const read = await snapshot(paths).catch(whenCoded((error) => error, 'EXECUTION_LOG_UNREADABLE'))
  if (!CodedError.is(read)) return read
  const reason = String(read.details['reason'])
  return { parts: [], active: { name: paths.stateDirectory, file: { ok: false, reason } } }
}

/** The active part and the older ones of one moment: no writer closed a part meanwhile. */
async function snapshot(paths: SpacePaths): Promise<Snapshot> {
  for (;;) {
    const parts = await olderParts(paths)
    const isOlder = await isOlderToo(paths, parts)
    const active = await readPart(paths, activeName)
    const again = await olderParts(paths)
    if (again.join('/') !== parts.join('/') || (await isOlderToo(paths, again)) !== isOlder) continue
    const absent = !active.file.ok && active.file.code === 'ENOENT'
    return { parts, active: isOlder || absent ? undefined : active }
  }
}

const activeName = 'execution_log.yaml'

async function readPart(paths: SpacePaths, name: string): Promise<ReadPart> {
  const path = name === activeName ? logFiles(paths).active : join(paths.stateDirectory, name)
  return { name, file: await readTextFile(path, { maxBytes: largestPartBytes }) }
}

function partOf({ name, file }: ReadPart): LogPart {
  return file.ok ? parseLogPart(file.text, name) : { ...nothing, findings: [unreadable(name, file.reason)] }
}

const nothing = { executions: [], evaluations: [], feedback: [], reasoning_paths: [], session_memories: [] }

/** Anyone who deletes the oldest ones wants them gone; one between others nobody misses on purpose. */
function missing(older: string, newer: string): Finding {
  const count = partNumber(newer) - partNumber(older) - 1
  return warningFinding('EXECUTION_LOG_PART_MISSING', older, {
    message: `Between ${older} and ${newer} ${count === 1 ? 'one part of the execution log is' : `${count} parts of the execution log are`} missing, so what ran then is not counted.`,
    hint: 'Bring it back from a copy. If it is to stay away, an empty file of its name says so.',
  })
}

function unreadable(name: string, reason: string): Finding {
  return errorFinding(unreadableCode, name, {
    message: `The part ${name} of the execution log can't be read: ${reason}. What it holds is missing here.`,
    hint: 'Give the program access to it, or bring it back from a copy.',
  })
}
