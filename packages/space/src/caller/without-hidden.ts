import { realpathSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import type { KnowledgePorts } from '@datacortex/knowledge-extractor'
import { type SearchHit, type SearchPort, type Shown, memoryIdOf } from '@datacortex/memory'
import { type Disk, ifRefused, localDisk, secretPlace, spelledOnDisk } from '@datacortex/platform'

/** What an agent may not be shown of a space. */
export type HiddenPlaces = {
  readonly root: string
  /** Why the agent may not be shown a path of it; undefined if it may. */
  readonly whyHidden: (path: string) => string | undefined
  /** Why a session memory may not be shown, by its id; without it none is. */
  readonly memory?: ((id: string) => Promise<string | undefined>) | undefined
  readonly disk?: Disk | undefined
}

/** Says of which files of a space nothing is read for somebody. */
export function hiddenFiles({ root, whyHidden, disk }: HiddenPlaces): NonNullable<KnowledgePorts['hidden']> {
  return async (input) => {
    const path = await pathInside(root, { input, disk })
    const reason = path === undefined ? undefined : (secretPlace(path) ?? whyHidden(path))
    return reason === undefined ? undefined : { reason, hint }
  }
}

const hint =
  'Give the agent a level under `privacy.agents` in .datacore/settings.yaml, or run `datacortex ingest` yourself.'

/** A search that finds only what an agent may be shown. */
export function searchWithoutHidden(search: SearchPort, { root, whyHidden, memory, disk }: HiddenPlaces): SearchPort {
  const isOpen = async ({ id, path }: SearchHit): Promise<boolean> => {
    const memoryId = memoryIdOf(id)
    if (memoryId !== undefined) return memory !== undefined && (await memory(memoryId)) === undefined
    if (path === undefined || whyHidden(path) !== undefined) return false
    const target = await pathInside(root, { input: join(root, path), disk })
    return target === undefined || whyHidden(target) === undefined
  }
  // Hidden notes take no part in the search: nothing of an answer depends on what they say.
  const verdicts = new Map<string, boolean>()
  const isOpenPath = (path: string): boolean => {
    const verdict = verdicts.get(path) ?? (whyHidden(path) === undefined && !leadsToHidden(path, { root, whyHidden }))
    verdicts.set(path, verdict)
    return verdict
  }
  const shown: Shown = {
    path: isOpenPath,
    memory: async (id) => memory !== undefined && (await memory(id)) === undefined,
  }
  return async (query, options) => {
    // Hidden notes take no places of open ones.
    for (let limit = options.limit; ; limit *= 4) {
      // That a hidden note links to an open one is said by the hidden one.
      const hits = await search(query, { ...options, limit, expand: 0, shown })
      const verdicts = await Promise.all(hits.map(isOpen))
      const open = hits.filter((_, place) => verdicts[place])
      if (open.length >= options.limit || hits.length < limit || limit >= mostAsked) return open.slice(0, options.limit)
    }
  }
}

const mostAsked = 1000

function leadsToHidden(path: string, { root, whyHidden }: Pick<HiddenPlaces, 'root' | 'whyHidden'>): boolean {
  try {
    const target = relative(realpathSync(root), realpathSync(join(root, path)))
      .split(sep)
      .join('/')
    return target !== path && !target.startsWith('../') && whyHidden(target) !== undefined
  } catch (error) {
    // Its file is gone, and with it where it led to.
    return ifRefused(false)(error)
  }
}

/** As the disk spells it, links followed; undefined for what is no file of the space, such as an address. */
async function pathInside(
  root: string,
  { input, disk = localDisk }: { readonly input: string; readonly disk: Disk | undefined },
): Promise<string | undefined> {
  if (!isAbsolute(input)) return undefined
  const [folder, file] = await Promise.all([disk.realpath(root), disk.realpath(input).catch(ifRefused(undefined))])
  if (file === undefined) return undefined
  const path = relative(folder, file).split(sep).join('/')
  const isOutside = path === '..' || path.startsWith('../') || isAbsolute(path)
  return isOutside ? undefined : await spelledOnDisk(folder, path, disk)
}
