import { type Finding, warningFinding } from '@datacortex/errors'
import { lostIn, rootMemory, syncRoots } from '@datacortex/importers/roots'
import { isBelow, isThere } from '@datacortex/platform'
import { count } from '@datacortex/wording'
import { isForStranger } from '../caller/shown-to-strangers.ts'
import type { Work } from '../work.ts'

/** How the file of an agent differs from what is registered of it. */
export type SourceState = 'changed' | 'gone'

/** What was noticed of the roots before a question was answered. */
export type FollowedRoots = {
  /** Agents that are not as their files are, by id; none if all that changed was taken in. */
  readonly states: ReadonlyMap<string, SourceState>
  readonly findings: readonly Finding[]
}

const inStep: FollowedRoots = { states: new Map(), findings: [] }
const mostSaid = 5

/** Takes in what changed in the roots of a space, or marks it for a client that may not write. `most`: files read; none if -1. */
export async function followRoots(work: Work, most = 200): Promise<FollowedRoots> {
  const { paths, roots = rootMemory(paths), caller, signal } = work
  const mayWrite = caller.kind !== 'client' || caller.rights.includes('write')
  if ((await roots.roots()).length === 0) return inStep
  const { report, away, waiting, broken, findings } = await syncRoots(paths, roots, {
    most: mayWrite ? most : -1,
    signal,
  })
  const changed = new Set([...waiting, ...broken])
  if (report === undefined && changed.size + away.length + findings.length === 0) return inStep
  const states = new Map<string, SourceState>()
  // Loaded only when something changed: it brings the parser of the registry.
  const { agentSourceFile, originOf, withDisabled } = await import('@datacortex/registry')
  const registry = changed.size + away.length === 0 ? undefined : withDisabled((await work.catalogue()).registry)
  for (const { id, entry } of registry?.agents.values() ?? []) {
    const file = agentSourceFile(paths, { source: originOf(entry) })
    if (file === undefined) continue
    if (away.some((root) => isBelow(file, root))) states.set(id, 'gone')
    else if (changed.has(file)) states.set(id, (await isThere(file)) ? 'changed' : 'gone')
  }
  // Whose files they are is nothing for those who may not read.
  if (isForStranger(work)) return { states, findings: [] }
  const isNot = waiting.length === 1 ? 'is' : 'are'
  return {
    states,
    findings: [
      ...findings,
      ...(waiting.length === 0
        ? []
        : [
            warningFinding('ROOTS_CHANGED', 'agents', {
              message: `${count(waiting.length, 'file')} of imported folders changed and ${isNot} not taken in yet.`,
              hint: 'datacortex agent sync',
            }),
          ]),
      ...(report === undefined ? [] : lostIn(report))
        .slice(0, mostSaid)
        .map(({ path, reason }) =>
          warningFinding('ROOT_FILE_LEFT', path, { message: `${path} changed and was not taken in: ${reason}.` }),
        ),
    ],
  }
}
