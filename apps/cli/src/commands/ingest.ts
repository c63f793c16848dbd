import { resolve } from 'node:path'
import type { IngestReport, KnowledgeInput } from '@datacortex/knowledge-extractor'
import type { SpacePaths } from '@datacortex/platform'
import { readSettings } from '@datacortex/platform'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { UsageError } from '../errors.ts'
import type { SpaceKnowledge } from '../knowledge/open-knowledge.ts'
import { openKnowledge } from '../knowledge/open-knowledge.ts'
import { count } from '../output/format.ts'
import { ingestLines } from '../output/ingest-lines.ts'
import { takenInField } from '../output/taken-in-rows.ts'
import { undoField } from '../output/undo-rows.ts'
import { readStdin } from '../arguments/read-stdin.ts'
import { chooseSpaceFolder } from '../arguments/space-folder.ts'
import { indexBeforeBatch } from '../indexing/index-before-batch.ts'
import { isTakenIn, takeInNotes } from '../indexing/take-in-notes.ts'
import type { Interruption } from '../interrupted/tell-interrupted.ts'
import { tellInterrupted } from '../interrupted/tell-interrupted.ts'

/** Arguments of `ingest`. */
export type IngestOptions = {
  readonly inputs: readonly string[]
  readonly space: string
  /** What content from stdin is called. */
  readonly name?: string | undefined
  readonly concurrency?: number | undefined
  readonly companions?: true | undefined
  /** Whether the index takes the new notes in afterwards. */
  readonly index: boolean
  readonly dryRun?: true | undefined
  /** Why the agent that this is run for may not be shown a path of the space; a person may read everything. */
  readonly closed?: ((path: string) => string | undefined) | undefined
}

/**
 * `datacortex ingest PATH|URL|-…`: turns content into literature notes, zettels and tasks, and brings the index in step.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @returns Exit status 1 if a file or address that was named failed, or nothing could be read; the others are ingested
 *   all the same.
 * @throws {@link UsageError} if stdin is not the only input, a name is given without it, an input is empty or of another
 *   scheme than http, or the space is not there.
 */
export async function ingest(context: Context, options: IngestOptions): Promise<CommandResult> {
  const { inputs, dryRun, companions, concurrency } = options
  for (const input of inputs) refuseUnread(input)
  if (options.name !== undefined && !inputs.includes('-'))
    throw new UsageError({
      message: '--name is for what comes from stdin.',
      hint: 'Leave it out, or: datacortex ingest - --name NAME < file',
    })
  const paths = await spaceOf(context)
  const space = await chooseSpaceFolder(paths, options.space)
  const wanted = await Promise.all(inputs.map(async (input) => await inputOf(input, { ...options, paths })))
  const { ingest: ingestAll } = await import('@datacortex/knowledge-extractor')
  const { signal, onProgress } = context
  if (options.index && dryRun !== true) await indexBeforeBatch(paths, context)
  const { report, undo } = await (async (): Promise<{ report: IngestReport; undo: string | undefined }> => {
    await using knowledge = await openKnowledge(paths, context, {
      space,
      task: 'ingest',
      agent: 'ingest-orchestrator',
      closed: options.closed,
      dryRun,
      companionsOf: companions === true ? inputs.map((input) => resolve(input)) : undefined,
    })
    const atOnce = concurrency ?? knowledge.settings.ingest.concurrency
    const done = await tellInterrupted(
      async () => await ingestAll(wanted, knowledge.ports, { signal, onProgress, dryRun, concurrency: atOnce }),
      { signal, told: () => writtenBy(knowledge) },
    )
    return { report: done, undo: knowledge.undoName() }
  })()
  // Notes of an earlier run too: it may have been killed before, or told not to index. What is indexed costs little.
  const hasNotes = report.results.some(({ literature_note: note }) => note !== undefined)
  const isIndexed = options.index && dryRun !== true && hasNotes
  const taken = isIndexed ? await takeInNotes(paths, context, { undo }) : undefined
  const { results, counts, batch, resumed, outputs, passed_over, findings, took_ms } = report
  return {
    data: {
      items: results,
      counts,
      batch,
      resumed,
      outputs,
      passed_over,
      findings,
      took_ms,
      ...(dryRun === true ? { dry_run: true } : {}),
      ...(isTakenIn(taken) ? { indexed: { added: taken.added, changed: taken.changed } } : {}),
      ...takenInField(taken),
      ...undoField(undo),
    },
    lines: ingestLines(report, { isDryRun: dryRun === true, taken, undo }),
    exitCode: isIngested(report, wanted) ? 0 : 1,
  }
}

/**
 * A folder may hold what can't be read, which its report tells. To a script it is no success if what it named itself
 * failed, or if nothing was taken of all there is.
 */
function isIngested({ results }: IngestReport, named: readonly (string | KnowledgeInput)[]): boolean {
  const hasFailed = results.some(
    ({ status, input }) => status === 'failed' && (named.includes(input) || isAddress(input)),
  )
  const isTaken = results.some(({ status }) => status !== 'failed' && status !== 'skipped')
  return !hasFailed && (isTaken || results.length === 0)
}

/** The same command takes up what is left, so whoever interrupts it has two ways to go. */
function writtenBy({ broker, undoName }: SpaceKnowledge): Interruption | undefined {
  const undo = undoName()
  if (undo === undefined) return undefined
  return {
    done: `${count(broker.written(), 'file')} written so far`,
    hint: `Run the same command again, it does the rest; or take back what is written: datacortex undo ${undo}`,
  }
}

async function inputOf(
  input: string,
  { name, inputs, paths }: IngestOptions & { readonly paths: SpacePaths },
): Promise<string | KnowledgeInput> {
  if (input === '-') {
    if (inputs.length > 1) throw new UsageError({ message: 'stdin is read alone.', hint: 'datacortex ingest - < file' })
    const { max_bytes: maxBytes } = (await readSettings(paths)).ingest
    const { inputOfBytes } = await import('@datacortex/knowledge-extractor')
    return await inputOfBytes(await readStdin(process.stdin, { maxBytes }), { name })
  }
  if (isAddress(input)) return input
  return resolve(input)
}

function isAddress(input: string): boolean {
  return /^https?:\/\//i.test(input)
}

function refuseUnread(input: string): void {
  const hint = 'Give files, folders, addresses that begin with http:// or https://, or - for stdin.'
  if (input.trim() === '') throw new UsageError({ message: 'One of the inputs is empty.', hint })
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(input)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https')
    throw new UsageError({ message: `Addresses of ${scheme}:// are not read.`, hint })
}
