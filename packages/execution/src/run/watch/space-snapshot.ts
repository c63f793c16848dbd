import { lstat, readFile, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type SpacePaths, ifRefused, isRecord, patientLimit } from '@datacortex/platform'
import type { ChangedFile } from '../../checks/space-changes.ts'
import { parseYaml } from '@datacortex/platform/yaml'

/** What files a space has, as far as a look at each tells. */
export type TakenSnapshot = {
  readonly files: ReadonlyMap<string, string>
  readonly agents: string
}

/** Or why nobody looked at all of them. */
export type SpaceSnapshot = TakenSnapshot | { readonly notTaken: string }

type SnapshotLimits = { readonly mostFiles?: number | undefined; readonly mostMs?: number | undefined }

/** Looks at each file of a space: size, time of its last change and number on the disk. */
export async function takeSnapshot(
  { root, agentsFile }: SpacePaths,
  { mostFiles = 50_000, mostMs = patientLimit(10_000) }: SnapshotLimits = {},
): Promise<SpaceSnapshot> {
  const files = new Map<string, string>()
  const deadline = performance.now() + mostMs
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    if (performance.now() > deadline) return { notTaken: `to look at the space takes more than ${mostMs} ms` }
    // What is gone meanwhile, or may not be read, has nothing in it that could be compared.
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(ifRefused([]))
    const found = entries.filter(({ name }) => isWatched(folder, name))
    const named = found.map((entry) => ({ entry, path: folder === '' ? entry.name : `${folder}/${entry.name}` }))
    folders.push(...named.filter(({ entry }) => entry.isDirectory()).map(({ path }) => path))
    const others = named.filter(({ entry }) => !entry.isDirectory())
    if (files.size + others.length > mostFiles)
      return { notTaken: `the space has more than ${mostFiles.toLocaleString('en')} files` }
    for (let start = 0; start < others.length; start += atOnce)
      await Promise.all(
        others.slice(start, start + atOnce).map(async ({ path }) => {
          const look = await lstat(join(root, path)).catch(ifRefused(undefined))
          if (look !== undefined) files.set(path, `${look.size} ${look.mtimeMs} ${look.ino}`)
        }),
      )
  }
  return { files, agents: await readFile(agentsFile, 'utf8').catch(ifRefused('')) }
}

/** Which files were created, changed or deleted between two looks at a space, in the order of their names. */
export function changesBetween(before: TakenSnapshot, after: TakenSnapshot): readonly ChangedFile[] {
  const found: ChangedFile[] = []
  for (const [path, look] of after.files) {
    const earlier = before.files.get(path)
    if (earlier === undefined) found.push({ path, change: 'created' })
    else if (earlier !== look && !(path === agentsPath && isSameRegistry(before, after)))
      found.push({ path, change: 'changed' })
  }
  for (const path of before.files.keys()) if (!after.files.has(path)) found.push({ path, change: 'deleted' })
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

// More than that wait for each other anyway.
const atOnce = 64
// Of this program, while it writes.
const temporary = /^\..+\.tmp$/
const agentsPath = '.datacore/registry/agents.yaml'

function isWatched(folder: string, name: string): boolean {
  if (name === '.git' || name === 'node_modules' || temporary.test(name)) return false
  return basename(folder) !== '.datacore' || (name !== 'state' && name !== 'cache')
}

function isSameRegistry(before: TakenSnapshot, after: TakenSnapshot): boolean {
  return before.agents === after.agents || withoutPerformance(before.agents) === withoutPerformance(after.agents)
}

/** A registry as one text without the figures that the program computes, so that two can be compared. */
function withoutPerformance(text: string): string {
  const { document, problems } = parseYaml(text)
  if (problems.length > 0) return text
  const registry: unknown = document.toJS()
  if (!isRecord(registry) || !isRecord(registry['agents'])) return text
  const agents = Object.entries(registry['agents']).map(([id, entry]) => {
    if (!isRecord(entry)) return [id, entry]
    const { performance: _performance, ...own } = entry
    return [id, own]
  })
  return JSON.stringify({ ...registry, agents })
}
