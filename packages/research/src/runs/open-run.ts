import { randomBytes } from 'node:crypto'
import type { CodedError } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import {
  makeFolder,
  parseJson,
  patientLimit,
  readTextFile,
  unwritable,
  withLock,
  writeFileAtomically,
} from '@datacortex/platform'
import { researchError } from '../errors.ts'
import { ResearchRun } from './research-run.ts'
import { isRunId, lockMs, runFiles, RunJournal, RunObjects } from './run-files.ts'
import { RunRecord } from './run-record.ts'

export type WithRunOptions = {
  readonly now?: (() => number) | undefined
  readonly signal?: AbortSignal | undefined
}

/** Makes the folder of a new run. Nothing else happens. Throws `PLATFORM_FILE_UNWRITABLE`. */
export async function createRun(
  paths: SpacePaths,
  { topic, config, now = Date.now }: Pick<RunRecord, 'topic' | 'config'> & Pick<WithRunOptions, 'now'>,
): Promise<RunRecord> {
  const id = `r-${randomBytes(4).toString('hex')}`
  const record: RunRecord = { version: 1, id, createdAt: new Date(now()).toISOString(), topic, config }
  await writeFileAtomically(runFiles(paths, id).record, `${JSON.stringify(record, undefined, 2)}\n`)
  return record
}

/**
 * Reads what a run was begun with.
 * @throws `RESEARCH_RUN_UNKNOWN` `RESEARCH_RUN_BROKEN`
 * @example (await readRun(paths, 'r-7f3a12bc')).topic
 */
export async function readRun(paths: SpacePaths, id: string): Promise<RunRecord> {
  if (!isRunId(id)) throw researchError('RESEARCH_RUN_UNKNOWN', { id })
  const read = await readTextFile(runFiles(paths, id).record)
  if (!read.ok && read.code === 'ENOENT') throw researchError('RESEARCH_RUN_UNKNOWN', { id })
  if (!read.ok) throw researchError('RESEARCH_RUN_BROKEN', { id, reason: read.reason })
  try {
    return parseJson(read.text, RunRecord, { origin: 'run.json' })
  } catch (error) {
    throw researchError('RESEARCH_RUN_BROKEN', { id, reason: 'run.json is not what was written' }, { cause: error })
  }
}

/** Works on a run while nobody else does. Throws `RESEARCH_RUN_UNKNOWN`, `RESEARCH_RUN_BROKEN`, `_RUN_BUSY`. */
export async function withRun<T>(
  paths: SpacePaths,
  id: string,
  work: (run: ResearchRun) => Promise<T>,
  { now = Date.now, signal }: WithRunOptions = {},
): Promise<T> {
  const record = await readRun(paths, id)
  const files = runFiles(paths, id)
  await makeFolder(files.objects).catch((error: unknown) => {
    throw unwritable(files.objects, error)
  })
  const run = async (): Promise<T> => {
    const journal = new RunJournal(files.journal)
    const events = await journal.read()
    return await work(new ResearchRun(record, { journal, objects: new RunObjects(files.objects), events, now }))
  }
  const busy = (cause: CodedError): CodedError => researchError('RESEARCH_RUN_BUSY', { id }, { cause })
  return await withLock(files.lock, run, { timeoutMs: patientLimit(lockMs), signal, busy })
}
