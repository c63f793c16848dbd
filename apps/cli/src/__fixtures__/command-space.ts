import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Execution, appendToLog } from '@datacortex/execution'
import { type SpacePaths, createSpace, readSettingsWants, trustSpace } from '@datacortex/platform'
import { onTestFinished, vi } from 'vitest'
import type { Context } from '../context.ts'

/** A space of the running test, and what a command is given that works in it. */
export async function commandSpace({
  agents = {},
  settings,
  executions = [],
}: {
  readonly agents?: Readonly<Record<string, object>>
  readonly settings?: object
  readonly executions?: readonly (Partial<Execution> & Pick<Execution, 'id' | 'agent_id'>)[]
} = {}): Promise<{ readonly paths: SpacePaths; readonly context: Context }> {
  const root = await mkdtemp(join(tmpdir(), 'command-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true }))
  // Spaces of one test are of one user.
  if (process.env['DATACORTEX_CONFIG_DIR'] === undefined) vi.stubEnv('DATACORTEX_CONFIG_DIR', join(root, '.user'))
  const { paths } = await createSpace(root)
  const registered = Object.entries(agents).map(([id, more]) => [
    id,
    { name: id, description: `Does ${id}`, skills: [], ...more },
  ])
  await writeFile(paths.agentsFile, JSON.stringify({ agents: Object.fromEntries(registered) }))
  if (settings !== undefined) await writeFile(join(root, '.datacore/settings.yaml'), JSON.stringify(settings))
  if (executions.length > 0) await appendToLog(paths, { executions: executions.map(withUsual) })
  await trustSpace(root, { allowed: await readSettingsWants(paths) })
  const { signal } = new AbortController()
  const opened = new AsyncDisposableStack()
  onTestFinished(async () => await opened.disposeAsync())
  return { paths, context: { root, json: true, signal, onProgress: () => {}, opened } }
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
