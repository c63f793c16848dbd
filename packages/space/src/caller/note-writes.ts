import { randomInt } from 'node:crypto'
import { basename, join } from 'node:path'
import type { WritesBroker } from '@datacortex/platform'
import { inboxes } from '../nightshift/inboxes.ts'
import type { Work } from '../work.ts'
import { callerAccess } from './caller-access.ts'

export type NoteWritesOptions = {
  readonly dryRun?: boolean | undefined
  /** Canvases and bases too: no text can be added to one, but it can be moved, and what lies on it. */
  readonly canvases?: boolean | undefined
}

/** What writes single notes: a person anywhere in the space, an agent in its run where its entry says. */
export async function noteWrites(work: Work, { dryRun = false, canvases = false }: NoteWritesOptions = {}) {
  const { createWritesBroker, foldedName, mindsPlace, readSettings } = await import('@datacortex/platform')
  const { obeyed } = (await readSettings(work.paths)).notes
  const bounds = await boundsOfCaller(work)
  const isUser = work.caller.kind === 'user' && work.caller.isAssistant !== true
  const minds = isUser ? undefined : `${foldedName(await mindsPlace(work.paths)).replaceAll(/^(?:\.\/)+|\/+$/g, '')}/`
  const isOfMind = (path: string): boolean => minds !== undefined && foldedName(path).startsWith(minds)
  return createWritesBroker({
    root: work.paths.root,
    dryRun,
    run: `note-${new Date().toISOString().slice(0, 10)}-${randomInt(1e8, 1e9)}`,
    grants: ['**', ...obeyed.map((name) => `**/${name}`)],
    refuses: (path) =>
      bounds?.(path) ??
      (isOfMind(path) ? 'only `remember` writes into the minds of agents' : undefined) ??
      (textFile.test(path) || (canvases && canvasFile.test(path)) ? undefined : 'it is no note (.md, .markdown, .org)'),
  })
}

/** Writes all or, if the disk is full or somebody saved one of them in the last moment, none. */
export async function writeAllOrNone(
  broker: WritesBroker,
  { requests, work }: { readonly requests: Parameters<WritesBroker['writeAll']>[0]; readonly work: Work },
): Promise<void> {
  try {
    await broker.writeAll(requests, { signal: work.signal })
  } catch (error) {
    const { undoWrites } = await import('@datacortex/platform')
    if (broker.written() > 0) await undoWrites(broker.run, { root: work.paths.root })
    throw error
  }
}

const textFile = /\.(?:md|markdown|org)$/i

const canvasFile = /\.(?:canvas|base)$/i

/** Whether the run in which an agent asks was begun by a night. */
async function isOfNight({ paths }: Work, parent: string | undefined): Promise<boolean> {
  if (parent === undefined) return false
  const { readTextFile } = await import('@datacortex/platform')
  const read = await readTextFile(join(paths.stateDirectory, 'running', `${basename(parent)}.json`))
  return read.ok && /"called_by":"nightshift"/.test(read.text)
}

async function boundsOfCaller(work: Work): Promise<((path: string) => string | undefined) | undefined> {
  const { caller } = work
  if (caller.kind !== 'agent') return undefined
  const { writeBounds } = await import('@datacortex/execution')
  const { registry } = await work.catalogue()
  const named = registry.agents.get(caller.id)?.entry.writes
  const writes = named ?? ((await isOfNight(work, caller.parent)) ? inboxes : undefined)
  const isWithin = writeBounds(writes, registry.knowledgeLocations)
  const places =
    writes === undefined ? 'everywhere but .datacore' : writes.length === 0 ? 'nothing' : `${writes.join(', ')} only`
  const access = await callerAccess(work)
  return (path) =>
    // Whether a note is there is not said where it may not be shown.
    access?.path(path) !== undefined
      ? `the agent ${caller.id} may not be shown what is there`
      : isWithin(path)
        ? undefined
        : `the agent ${caller.id} writes to ${places} (\`writes\` of its entry in the registry)`
}
