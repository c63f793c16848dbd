import { join } from 'node:path'
import { type SpacePaths, isThere, removeStaleTemporaries, replaceFile, withLock } from '@datacortex/platform'
import { type Places, checkSubset } from './capabilities.ts'
import { dynamicError } from './errors.ts'
import { checkLimits, childLimits } from './limits.ts'
import { checkedId, idsIn, recipesLock, sameName } from './place.ts'
import {
  type Capabilities,
  type Limits,
  type Loose,
  type Recipe,
  type TaskDefinition,
  recipeHash,
  renderRecipe,
  wholeCapabilities,
} from './recipe.ts'
import { type DynamicAgent, type ResolveOptions, resolveParent } from './resolve.ts'
import { checkType } from './types.ts'

export type CreateOptions = ResolveOptions & {
  readonly places: Places
  readonly parent: string
  readonly id: string
  readonly primer: string
  readonly capabilities: Loose<Capabilities>
  readonly tasks: Readonly<Record<string, TaskDefinition>>
  readonly limits: Limits
  /** The run that makes it, or `user`. */
  readonly createdBy: string
  readonly dryRun?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Makes an agent below another one: a recipe in a file, written once and whole.
 *
 * @returns The agent as it is resolved from then on.
 * @throws `DYNAMIC_ID_INVALID`, `DYNAMIC_ID_TAKEN`, `DYNAMIC_CAPABILITY_MISSING`, `DYNAMIC_LIMIT_ABOVE`, `DYNAMIC_TYPE_INVALID`,
 *   `PLATFORM_FILE_UNWRITABLE`, and what `resolveDynamic` throws for the parent.
 * @example await createDynamicAgent(paths, { registry, places, parent: 'architect', id: 'solver', primer, capabilities: {}, tasks: {}, limits: {}, createdBy: 'user' })
 */
export async function createDynamicAgent(
  paths: SpacePaths,
  options: CreateOptions,
): Promise<Pick<DynamicAgent, 'path' | 'recipe' | 'file' | 'limits'>> {
  const { registry, places, signal, now = Date.now } = options
  const id = checkedId(options.id)
  const parent = await resolveParent(paths, options.parent, options)
  const path = `${parent.path}/${id}`
  const capabilities = wholeCapabilities(options.capabilities)
  for (const [name, { input, output }] of Object.entries(options.tasks)) {
    if (input !== undefined) checkType(input, `${name}.input`)
    if (output !== undefined) checkType(output, `${name}.output`)
  }
  checkLimits(options.limits, { agent: path, parent: parent.limits, of: parent.path })
  await checkSubset(capabilities, { paths, registry, places, agent: path, parent: parent.path, has: parent.has })
  const { primer, tasks, limits, createdBy } = options
  const content = { schema: 1, id, parent: parent.path, primer, capabilities, tasks, limits }
  const recipe: Recipe = {
    ...content,
    parentHash: parent.hash,
    createdAt: new Date(now()).toISOString(),
    createdBy,
    hash: recipeHash(content),
  }
  const file = join(parent.folder, `${id}.yaml`)
  const made = { path, recipe, file, limits: childLimits(limits, parent.limits) }
  const refuseTaken = async (): Promise<void> => {
    const taken = sameName(id, await idsIn(parent.folder))
    if (taken !== undefined) throw dynamicError('DYNAMIC_ID_TAKEN', { path, by: `${parent.path}/${taken}` })
  }
  if (options.dryRun === true) {
    await refuseTaken()
    return made
  }
  await withLock(
    recipesLock(paths, parent.root),
    async () => {
      await refuseTaken()
      // Anyone who removed the parent meanwhile took its folder along.
      if (parent.recipe !== undefined && !(await isThere(`${parent.folder}.yaml`)))
        await resolveParent(paths, options.parent, options)
      await removeStaleTemporaries(file)
      if (!(await replaceFile(file, renderRecipe(recipe), { expected: 'absent' })))
        throw dynamicError('DYNAMIC_ID_TAKEN', { path, by: path })
    },
    { signal, timeoutMs: 60_000 },
  )
  return made
}
