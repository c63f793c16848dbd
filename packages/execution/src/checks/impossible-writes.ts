import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Finding, infoFinding, warningFinding } from '@datacortex/errors'
import { type SpacePaths, ifMissing, plainPath, writtenPathRefusal } from '@datacortex/platform'
import type { RegisteredAgent, Registry } from '@datacortex/registry'
import { compileGlob } from '../compile-glob.ts'
import { whenHolds } from '../context/when-holds.ts'
import { pathsAbove, placesOf } from './write-bounds.ts'

/** Places of an agent's `writes` at which nothing can ever be, one finding for all of them. */
export async function impossibleWrites(
  paths: SpacePaths,
  { id, entry, isBuiltin }: RegisteredAgent,
  { knowledgeLocations }: Registry,
): Promise<readonly Finding[]> {
  const reasons: string[] = []
  // The program knows places for its own agents that a space need not name.
  for (const write of isBuiltin === true ? [] : (entry.writes ?? [])) {
    const problems = await Promise.all(
      placesOf(write, knowledgeLocations).map(async (place) => await whyImpossible(paths, place)),
    )
    const [first] = problems
    if (first !== undefined && !problems.includes(undefined)) reasons.push(`${write} (${first})`)
  }
  if (reasons.length === 0) return []
  return [
    warningFinding('WRITES_IMPOSSIBLE', id, {
      message: `it is to write where nothing can be written: ${reasons.join(', ')}`,
      hint: 'Name files, folders or patterns of the space, or knowledge locations, in `writes` of agents.yaml.',
    }),
  ]
}

async function whyImpossible({ root }: SpacePaths, place: string): Promise<string | undefined> {
  const refused = writtenPathRefusal(place.replaceAll('{space}', '1-x'))
  if (refused !== undefined) return refused
  if (place.startsWith('knowledge_locations.')) return 'there is no such knowledge location'
  const isPattern = /[*?[{]/.test(place.replaceAll('{space}', ''))
  if (isPattern && compileGlob(place) === undefined) return 'no such pattern is matched'
  // Up to the first sign of a pattern a file in the way is one for good.
  const literal = plainPath(place).split(/[*?[{]/, 1)[0] ?? ''
  for (const above of pathsAbove(literal).slice(0, -1)) {
    const found = await stat(join(root, above)).catch(ifMissing(undefined))
    if (found?.isDirectory() === false) return `${above} is a file`
  }
  return undefined
}

/**
 * What of the entries of agents can never have an effect: places that can't be, and conditions that nobody knows.
 * @example await examineEntries(paths, registry)
 */
export async function examineEntries(paths: SpacePaths, registry: Registry): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const agent of registry.agents.values()) {
    findings.push(...(await impossibleWrites(paths, agent, registry)))
    for (const { when } of agent.entry.reads?.contextual ?? [])
      if (when !== undefined && (await whenHolds(when, { paths, task: '' })) === undefined)
        findings.push(
          infoFinding('CONTEXT_WHEN_UNKNOWN', agent.id, {
            message: `a query of \`reads.contextual\` is never asked: nothing here knows when ${JSON.stringify(when)} is`,
            hint: 'Known are before_execution, tag: NAME, task: KIND, skill: ID and file: PATH, with `not` and `and`.',
          }),
        )
  }
  return findings
}
