import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { whenCoded } from '@datacortex/errors'
import { ifMissing, ifRefused } from '../files/if-missing.ts'
import { isThere } from '../files/is-there.ts'
import { readTextFile } from '../files/read-text-file.ts'
import { whileUnchanged } from '../files/while-unchanged.ts'
import { recordOf } from '../parse/is-record.ts'
import { resolveInside } from '../paths/resolve-inside.ts'
import type { SpacePaths } from './space-paths.ts'

const usual = '0-personal/minds'

/**
 * The agents with an identity, by the names of their folders.
 *
 * @param paths - Of the space.
 * @example await agentsWithIdentity(paths) // ['writer']
 */
export async function agentsWithIdentity({ agentsDirectory }: Pick<SpacePaths, 'agentsDirectory'>): Promise<string[]> {
  const entries = await readdir(agentsDirectory, { withFileTypes: true }).catch(ifMissing([]))
  const ids: string[] = []
  for (const entry of entries)
    if (entry.isDirectory() && (await isThere(join(agentsDirectory, entry.name, 'identity.yaml')))) ids.push(entry.name)
  return ids.toSorted()
}

/**
 * Where the minds of agents lie, as `knowledge_locations.personal.minds` of agents.yaml names it: only `recall` reads there.
 *
 * @param paths - Of the space.
 * @returns Relative to the space, as it is written; the usual place if none is named.
 * @example await mindsPlace(paths) // '0-personal/minds'
 */
export async function mindsPlace({ agentsFile }: Pick<SpacePaths, 'agentsFile'>): Promise<string> {
  return await known(agentsFile, async () => await namedPlace(agentsFile))
}

const known = whileUnchanged<string>()

async function namedPlace(agentsFile: string): Promise<string> {
  const read = await readTextFile(agentsFile, { maxBytes: 100_000_000 })
  const text = read.ok ? read.text : ''
  // The file may hold thousands of agents, whose YAML takes seconds.
  const part = /^knowledge_locations:.*(?:\n(?:[ \t#].*)?)*/m.exec(text)?.[0] ?? (/^\s*\{/.test(text) ? text : '')
  if (!part.includes('minds')) return usual
  const { parseYaml } = await import('../parse/parse-yaml.ts')
  const { document, problems } = parseYaml(part)
  const root: unknown = problems.length === 0 ? document.toJS() : undefined
  const place = recordOf(recordOf(recordOf(root)['knowledge_locations'])['personal'])['minds']
  return typeof place === 'string' ? place : usual
}

/**
 * The folders in which minds keep what they write, also of agents without an identity. Each write changes the time of one.
 *
 * @param paths - Of the space.
 * @returns Absolute; some may not be there.
 * @example (await mindFolders(paths)).length > 0
 */
export async function mindFolders(paths: SpacePaths): Promise<readonly string[]> {
  // A place that leads out of the space is refused where a mind is read.
  const root = await resolveInside(paths.root, await mindsPlace(paths)).catch(whenCoded(() => undefined))
  const entries = root === undefined ? [] : await readdir(root, { withFileTypes: true }).catch(ifRefused([]))
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name, parentPath }) => [join(parentPath, name, 'logs'), join(parentPath, name, 'knowledge')])
}
