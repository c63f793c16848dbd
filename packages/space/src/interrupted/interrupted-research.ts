import type { SpacePaths } from '@datacortex/platform'
import type { Interruption } from './tell-interrupted.ts'

/** The run of research that was just interrupted, and how to go on with it. `next`: what goes on with a run. */
export async function interruptedResearch(paths: SpacePaths, { next }: { readonly next?: string | undefined } = {}) {
  const { listRuns } = await import('@datacortex/research')
  const [newest] = await listRuns(paths)
  if (newest?.state !== 'interrupted') return undefined
  return interruptedRunOf(newest.id, { next })
}

/** How to go on with a run of research. `options`: `next`: what goes on with it; `research resume` if absent. */
export function interruptedRunOf(id: string, { next }: { readonly next?: string | undefined } = {}): Interruption {
  return {
    done: `what was gathered and written so far is kept (datacortex research show ${id})`,
    hint: next ?? `datacortex research resume ${id}`,
  }
}
