import { randomInt } from 'node:crypto'
import type { SpacePaths, WritesBroker } from '@datacortex/platform'
import { bundledPlugins } from '../bundled-plugins.ts'
import { outerCaller } from '../outer-caller.ts'
import { callerScreen } from './caller-screen.ts'

/** What of notes is written. */
export type NoteWritesOptions = {
  /** Nothing is. */
  readonly dryRun?: boolean | undefined
  /** Canvases too: no text can be added to one, but it can be moved, and what lies on it. */
  readonly canvases?: boolean | undefined
}

/**
 * What writes single notes: a person anywhere in the space, an agent in its run where its entry says. `undo` takes back
 * what it wrote.
 *
 * @param paths - Of the space.
 * @param options - What else than texts.
 * @example const { run } = await noteWrites(paths)
 */
export async function noteWrites(
  paths: SpacePaths,
  { dryRun = false, canvases = false }: NoteWritesOptions = {},
): Promise<WritesBroker> {
  const { createWritesBroker } = await import('@datacortex/platform')
  const bounds = await boundsOfCaller(paths)
  return createWritesBroker({
    root: paths.root,
    dryRun,
    run: `note-${new Date().toISOString().slice(0, 10)}-${randomInt(1e8, 1e9)}`,
    grants: ['**'],
    refuses: (path) =>
      bounds?.(path) ??
      (isText(path) || (canvases && isCanvas(path)) ? undefined : 'it is no note (.md, .markdown, .org)'),
  })
}

function isText(path: string): boolean {
  return /\.(?:md|markdown|org)$/i.test(path)
}

function isCanvas(path: string): boolean {
  return /\.canvas$/i.test(path)
}

async function boundsOfCaller(paths: SpacePaths): Promise<((path: string) => string | undefined) | undefined> {
  const caller = outerCaller()
  if (caller === undefined) return undefined
  const [{ readCatalogue }, { writeBounds }] = await Promise.all([
    import('@datacortex/registry'),
    import('@datacortex/execution'),
  ])
  const { registry } = await readCatalogue(paths, { bundledDirectory: bundledPlugins() })
  const writes = registry.agents.get(caller.id)?.entry.writes
  const isWithin = writeBounds(writes, registry.knowledgeLocations)
  const places =
    writes === undefined ? 'everywhere but .datacore' : writes.length === 0 ? 'nothing' : `${writes.join(', ')} only`
  const screen = await callerScreen(paths)
  return (path) =>
    // Whether a note is there is not told where it may not be shown.
    screen?.path(path) !== undefined
      ? `the agent ${caller.id} may not be shown what is there`
      : isWithin(path)
        ? undefined
        : `the agent ${caller.id} writes to ${places} (\`writes\` of its entry in the registry)`
}
