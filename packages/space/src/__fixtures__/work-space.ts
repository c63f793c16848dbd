import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Execution, appendToLog } from '@datacortex/execution'
import { type SpacePaths, createSpace, ownPaths } from '@datacortex/platform'
import { readCatalogue } from '@datacortex/modules'
import type { Logger } from '@datacortex/plugin'
import { onTestFinished } from 'vitest'
import { openModel } from '../parts/model.ts'
import { sharedFinder } from '../parts/shared-finder.ts'
import { sharedPublished } from '../parts/shared-published.ts'
import type { Work } from '../work.ts'

/** A space of the running test, and what an operation is given that works in it. */
export async function workSpace({
  agents = {},
  settings,
  executions = [],
}: {
  readonly agents?: Readonly<Record<string, object>>
  readonly settings?: object
  readonly executions?: readonly (Partial<Execution> & Pick<Execution, 'id' | 'agent_id'>)[]
} = {}): Promise<{ readonly paths: SpacePaths; readonly work: Work }> {
  const root = await mkdtemp(join(tmpdir(), 'work-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true }))
  const paths = ownPaths((await createSpace(root)).paths)
  const registered = Object.entries(agents).map(([id, more]) => [
    id,
    { name: id, description: `Does ${id}`, skills: [], ...more },
  ])
  await writeFile(paths.agentsFile, JSON.stringify({ agents: Object.fromEntries(registered) }))
  if (settings !== undefined) await writeFile(join(root, '.datacore/settings.yaml'), JSON.stringify(settings))
  if (executions.length > 0) await appendToLog(paths, { executions: executions.map(withUsual) })
  return { paths, work: workOf(paths) }
}

/** What an operation is given that works in a space, for its user, with nobody there to be asked. */
export function workOf(paths: SpacePaths): Work {
  const { signal } = new AbortController()
  const bundledDirectory = fileURLToPath(new URL('../../../../plugins', import.meta.url))
  return {
    paths,
    caller: { kind: 'user' },
    signal,
    onProgress: () => {},
    onNote: () => {},
    bundledDirectory,
    catalogue: async () => await readCatalogue(paths, { bundledDirectory }),
    openLog: () => Promise.resolve(silent),
    openModel,
    openFinder: sharedFinder(paths, { openModel, bundledDirectory, idleMs: 0 }).open,
    openPublished: sharedPublished(paths, { openModel, idleMs: 0 }).open,
  }
}

function withUsual(execution: Partial<Execution> & Pick<Execution, 'id' | 'agent_id'>): Execution {
  return {
    timestamp: '2026-11-23T14:06:00.000Z',
    duration_ms: 1,
    status: 'success',
    outputs: [],
    quality: { user_feedback: null, automated_checks: [] },
    spawned_agents: [],
    ...execution,
  }
}

const silent: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
