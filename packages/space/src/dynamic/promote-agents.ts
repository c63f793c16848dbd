import type { Finding } from '@datacortex/errors'
import {
  type RegisteredAgent,
  type RegistryEditor,
  nearestIds,
  registryError,
  updateRegistry,
} from '@datacortex/registry'
import { z } from 'zod'
import { agreed } from '../caller/agreed.ts'
import { operation } from '../operation.ts'
import { agent, dryRun, flag, name } from '../schema.ts'
import type { Work } from '../work.ts'
import { resolveOptions } from './catalogue-with.ts'

/** What became of an agent, and what it may do: the same before and after. */
export type MovedAgent = {
  readonly id: string
  readonly path: string
  readonly rights: Readonly<Record<string, readonly string[]>>
  readonly findings: readonly Finding[]
  readonly dry_run?: true | undefined
  /** Somebody was asked, and said no. */
  readonly approved?: false | undefined
}

const yes = flag('That it is to be done; nothing is without it.')
const output = z.looseObject({ id: z.string(), path: z.string(), rights: z.looseObject({}) })

export const promoteAgent = operation({
  input: z.strictObject({
    agent,
    id: name.optional().describe('In the registry; that of the child if left out.'),
    yes,
    dry_run: dryRun,
  }),
  output,
  run: async (
    work,
    { agent: path, id: wanted, yes: isAgreed = false, dry_run: isDry = false },
  ): Promise<MovedAgent> => {
    const { checkPromotion, dynamicError, promotedEntry, takePromoted } = await import('@datacortex/dynamic-agents')
    const { paths, signal } = work
    await requireUser(work)
    const { registry } = await work.catalogue()
    const child = await checkPromotion(paths, path, { ...(await resolveOptions(registry)), id: wanted })
    const id = wanted ?? child.recipe.id
    const answer = { id, path: child.path, rights: child.recipe.capabilities, findings: child.findings }
    if (isDry) return { ...answer, dry_run: true }
    const question = `Make ${child.path} the agent ${id}, which may do this: ${rightsText(answer.rights)}?`
    if (!isAgreed && !(await agreed(work, question))) return { ...answer, approved: false }
    const entry = await promotedEntry(paths, child, id)
    const register = (editor: RegistryEditor): void => {
      // Somebody may have taken the name while the user was asked.
      if (editor.get(id) !== undefined) throw dynamicError('DYNAMIC_ID_TAKEN', { path: child.path, by: id })
      editor.setAgent(id, entry)
    }
    await updateRegistry(paths, register, { signal })
    await takePromoted(paths, child, entry)
    return answer
  },
})

export const demoteAgent = operation({
  input: z.strictObject({ agent, yes, dry_run: dryRun }),
  output,
  run: async (work, { agent: id, yes: isAgreed = false, dry_run: isDry = false }): Promise<MovedAgent> => {
    const { demote, dynamicError, promotedRecipe } = await import('@datacortex/dynamic-agents')
    const { paths, signal } = work
    await requireUser(work)
    const { registry } = await work.catalogue()
    const found: RegisteredAgent | undefined = registry.agents.get(id)
    if (found === undefined) throw registryError('REGISTRY_AGENT_NOT_FOUND', { id, nearest: nearestIds(registry, id) })
    const kept = promotedRecipe(found)
    if (kept === undefined) throw dynamicError('DYNAMIC_NOT_PROMOTED', { agent: id })
    const answer = { id, path: kept.path, rights: kept.recipe.capabilities, findings: [] }
    if (isDry) return { ...answer, dry_run: true }
    const question = `Make ${id} the dynamic agent ${kept.path} again?`
    if (!isAgreed && !(await agreed(work, question))) return { ...answer, approved: false }
    const { path } = await demote(paths, found, await resolveOptions(registry))
    await updateRegistry(paths, (editor) => void editor.deleteAgent(id), { signal })
    return { ...answer, path }
  },
})

async function requireUser({ caller }: Pick<Work, 'caller'>): Promise<void> {
  if (caller.kind === 'user') return
  const { dynamicError } = await import('@datacortex/dynamic-agents')
  throw dynamicError('DYNAMIC_NOT_THE_USER', { caller: caller.kind === 'agent' ? caller.id : `A ${caller.kind}` })
}

function rightsText(rights: MovedAgent['rights']): string {
  const some = Object.entries(rights).flatMap(([kind, names]) =>
    names.length === 0 ? [] : [`${kind} ${names.join(', ')}`],
  )
  return some.length === 0 ? 'answer, and nothing else' : some.join('; ')
}
