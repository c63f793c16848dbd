import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'
import type { HooksPort } from '@datacortex/knowledge-extractor'
import { secretPlace } from '@datacortex/memory'
import { isRecord } from '@datacortex/platform'

/**
 * Hooks that let no file of a space be read that an agent may not be shown, nor one in which keys are kept. What lies
 * outside the space was named by whoever gave the task.
 *
 * @param hooks - Of the modules; they are not asked about such a file.
 * @param options - Root of the space; why the agent may not be shown a path of it, undefined if it may.
 */
export function withoutClosed(
  hooks: HooksPort,
  { root, closed }: { readonly root: string; readonly closed: (path: string) => string | undefined },
): HooksPort {
  return {
    emit: async (point, payload, options) => {
      const told: unknown = payload
      const input = point === 'pre_ingest' && isRecord(told) ? told['input'] : undefined
      const path = typeof input === 'string' ? await pathInside(root, input) : undefined
      const reason = path === undefined ? undefined : (secretPlace(path) ?? closed(path))
      if (reason !== undefined) return [{ module: 'privacy', answer: { skip: reason, hint } }]
      return await hooks.emit(point, payload, options)
    },
  }
}

const hint =
  'Give the agent a level under `privacy.agents` in .datacore/settings.yaml, or run `datacortex ingest` yourself.'

/** As the disk spells it, links followed; undefined for what is no file of the space, such as an address. */
async function pathInside(root: string, input: string): Promise<string | undefined> {
  if (!isAbsolute(input)) return undefined
  const [folder, file] = await Promise.all([realpath(root), realpath(input).catch(() => undefined)])
  if (file === undefined) return undefined
  const path = relative(folder, file).split(sep).join('/')
  return path === '..' || path.startsWith('../') || isAbsolute(path) ? undefined : path
}
