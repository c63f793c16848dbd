import { stat } from 'node:fs/promises'
import { isAbsolute, relative } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { resolveInside } from '@datacortex/platform'
import type { SpacePaths } from '@datacortex/platform'
import type { MemoryRecord, Remembered } from '@datacortex/memory'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { UsageError } from '../errors.ts'
import { callerScreen } from '../knowledge/caller-screen.ts'
import { shownMemory } from '../knowledge/shown-memories.ts'
import { openNoteHost } from '../open/note-host.ts'
import { shorten } from '../output/format.ts'
import { outerCaller } from '../outer-caller.ts'
import { chooseSpaceFolder } from '../arguments/space-folder.ts'
import { splitList } from '../arguments/split-list.ts'

/** Arguments of `embed`. */
export type EmbedOptions = {
  readonly text: string
  readonly type: string
  readonly source?: string | undefined
  /** Each with commas between tags. */
  readonly tags?: readonly string[] | undefined
  readonly agent?: string | undefined
  readonly supersedes?: string | undefined
  readonly space?: string | undefined
  readonly dryRun?: true | undefined
}

/**
 * `datacortex embed --text T --type TYPE`: stores one text as knowledge. It is on the disk when the id is printed.
 *
 * In the run of an agent it is that agent who says it, in that run, whatever `--agent` and `--source` say: so it is as
 * closed as what the agent is shown.
 *
 * @param context - Of the command.
 * @param options - Arguments; `source` is a file of the space, or else the execution that the text comes from.
 * @throws {@link UsageError} for a space or a file that is not there, PathRefusedError for a file outside the space,
 *   {@link MemoryRecordInvalidError} and others of `remember`; nothing was stored then.
 */
export async function embed(context: Context, options: EmbedOptions): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { checkRecord, openNoteIndex, remember, stillHolds, SupersedeRefusedError } = await import('@datacortex/memory')
  const record = await recordOf(paths, options)
  if (options.dryRun) {
    const old = record.supersedes === undefined ? undefined : await shownMemory(paths, record.supersedes)
    if (old !== undefined && !stillHolds(old))
      throw new SupersedeRefusedError({ id: old.id, by: 'a new memory', reason: `it is ${old.status} already` })
    const { type = options.type, tags = [], summary } = await checkRecord(paths, record)
    return {
      data: { id: null, dry_run: true, type, tags, source: options.source },
      lines: [`would store  [${type}] ${shorten(summary, 80)}`, 'dry run      nothing was changed'],
    }
  }
  await using host = await openNoteHost(paths, context)
  const { embedder } = host
  const { modelId, dimensions } = embedder
  const { signal } = context
  // An index that can't be opened, or has no room, keeps nothing from being stored.
  const opened = await openNoteIndex(paths, { modelId, dimensions, signal }).catch(withProblem)
  await using index = 'problem' in opened ? undefined : opened
  const stored = await withoutClosed(
    paths,
    await remember(paths, record, { embedder, collection: index?.chunks, signal }),
  )
  const remembered = 'problem' in opened ? { ...stored, index_problem: opened.problem } : stored
  const { id, merged, indexed, similar_to: similar, index_problem: problem } = remembered
  return {
    data: remembered,
    lines: [
      merged ? `merged     ${id} says the same already` : `stored     ${id}`,
      ...(similar === undefined ? [] : [`similar    ${similar} says nearly the same`]),
      ...(indexed ? [] : [`not found yet: ${problem ?? 'it is not in the index'}`, 'next       datacortex index']),
    ],
  }
}

/** In the run of an agent it is not told that a memory says nearly the same which that agent may not be shown. */
async function withoutClosed(paths: SpacePaths, remembered: Remembered): Promise<Remembered> {
  const { similar_to: similar, ...others } = remembered
  const screen = similar === undefined ? undefined : await callerScreen(paths)
  return similar !== undefined && (await screen?.memory(similar)) !== undefined ? others : remembered
}

function withProblem(error: unknown): { readonly problem: string } {
  if (!CodedError.is(error)) throw error
  return { problem: error.message }
}

async function recordOf(paths: SpacePaths, options: EmbedOptions): Promise<MemoryRecord> {
  const { text, type, source, agent, supersedes, space, tags } = options
  const caller = outerCaller()
  const path = source === undefined ? undefined : await fileInside(paths, source)
  const execution = caller?.parent ?? (path === undefined ? source : undefined)
  return {
    summary: text,
    type,
    ...(path === undefined ? {} : { source: { path }, origin: 'document' }),
    ...(execution === undefined ? {} : { source_execution: execution }),
    ...(caller === undefined ? {} : { origin: 'execution' }),
    tags: tags === undefined ? undefined : splitList(tags),
    agent_id: caller?.id ?? agent,
    // One that may not be shown is as good as unknown.
    supersedes: supersedes === undefined ? undefined : (await shownMemory(paths, supersedes)).id,
    space: space === undefined ? undefined : await chooseSpaceFolder(paths, space),
  }
}

/** The source as a path below the root if it is one; undefined for an id such as exec-2025-12-21-001. */
async function fileInside(paths: SpacePaths, source: string): Promise<string | undefined> {
  const { root } = paths
  const below = isAbsolute(source) ? relative(root, source) : source
  const isPath = isAbsolute(source) || /[/\\]|\.(?:md|markdown|org)$/i.test(source)
  // What leaves the space is refused as it was given.
  const path = (below.startsWith('..') ? source : below).replaceAll('\\', '/')
  const file = await resolveInside(root, path).catch((error: unknown) => {
    if (isPath) throw error
    return undefined
  })
  const found = file === undefined ? undefined : await stat(file).catch(() => undefined)
  // In the run of an agent what it may not be shown is as if it were not there.
  const isOpen = (await callerScreen(paths))?.path(path) === undefined
  if (found?.isFile() === true && isOpen) return path
  if (!isPath) return undefined
  throw new UsageError({
    message: `There is no file ${path} in the space.`,
    hint: 'Name a file as it stands below the folder of the space, or an execution such as exec-2026-01-31-001.',
  })
}
