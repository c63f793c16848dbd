import { join, relative, sep } from 'node:path'
import { type SpacePaths, isRecord, readTextFile, removeFile, replaceFile, withLock } from '@datacortex/platform'
import { type AgentEntry, type RegisteredAgent, type Registry, findId } from '@datacortex/registry'
import { dynamicError } from './errors.ts'
import { checkedId, recipesLock } from './place.ts'
import { type Recipe, parseRecipe } from './recipe.ts'
import { type DynamicAgent, type ResolveOptions, entryOf, resolveDynamic, resolveParent } from './resolve.ts'
import { pathsBelow } from './trash.ts'

/**
 * What a recipe becomes in the registry: the text of its file is kept in the entry, so that nothing of it is lost.
 * @throws `DYNAMIC_RECIPE_INVALID`, `DYNAMIC_ID_TAKEN` if a prompt has its place.
 * @example const entry = await promotedEntry(paths, child, 'solver')
 */
export async function promotedEntry(
  paths: SpacePaths,
  { path, recipe, file }: Pick<DynamicAgent, 'path' | 'recipe' | 'file'>,
  id: string,
): Promise<AgentEntry> {
  const read = await readTextFile(file)
  if (!read.ok) throw dynamicError('DYNAMIC_RECIPE_INVALID', { file: path, issues: [read.reason] })
  const prompt = promptOf(paths, { id, recipe })
  const source = relative(paths.root, prompt.file).split(sep).join('/')
  await place(prompt, { path, by: source })
  return { ...entryOf(recipe), source, 'x-dynamic': { path, recipe: read.text } }
}

type Text = { readonly file: string; readonly text: string }

function promptOf({ agentsDirectory }: SpacePaths, { id, recipe }: { id: string; recipe: Recipe }): Text {
  return { file: join(agentsDirectory, `${checkedId(id)}.md`), text: `${recipe.primer.trimEnd()}\n` }
}

/** Puts a text where nothing is; one that was killed may have put it there already. Throws `DYNAMIC_ID_TAKEN`. */
async function place({ file, text }: Text, taken: { readonly path: string; readonly by: string }): Promise<void> {
  const isPlaced = (await replaceFile(file, text, { expected: 'absent' })) || (await isAs({ file, text }))
  if (!isPlaced) throw dynamicError('DYNAMIC_ID_TAKEN', taken)
}

async function isAs({ file, text }: Text): Promise<boolean> {
  const now = await readTextFile(file)
  return now.ok && now.text === text
}

/**
 * The recipe of an agent that was promoted; undefined if it was not.
 * @example promotedRecipe(agent)?.path // 'architect/solver'
 */
export function promotedRecipe({ entry }: Pick<RegisteredAgent, 'entry'>) {
  const kept: unknown = entry['x-dynamic']
  if (!isRecord(kept) || typeof kept['path'] !== 'string' || typeof kept['recipe'] !== 'string') return undefined
  const { path, recipe: text } = kept as { path: string; recipe: string }
  return { path, text, recipe: parseRecipe(text, { id: path.split('/').at(-1) ?? '', file: `x-dynamic of ${path}` }) }
}

/**
 * The agent of the registry that a dynamic agent became.
 * @example promotedAgent(registry, 'architect/solver')?.id // 'solver'
 */
export function promotedAgent(registry: Registry, path: string): RegisteredAgent | undefined {
  return [...registry.agents.values()].find(
    ({ entry }) => isRecord(entry['x-dynamic']) && entry['x-dynamic']['path'] === path,
  )
}

/**
 * Refuses what can't be promoted; the dynamic agent if it can. `id`: under which it is to be registered.
 * @throws `DYNAMIC_NOT_FOUND`, `DYNAMIC_HAS_CHILDREN`, `DYNAMIC_ID_TAKEN`, and what `resolveDynamic` throws.
 * @example await checkPromotion(paths, 'architect/solver', { registry, places, id: undefined })
 */
export async function checkPromotion(
  paths: SpacePaths,
  path: string,
  { id, ...options }: ResolveOptions & { readonly id: string | undefined },
): Promise<DynamicAgent> {
  const agent = (await resolveDynamic(paths, path, options))?.at(-1)
  if (agent === undefined) throw dynamicError('DYNAMIC_NOT_FOUND', { path, known: [] })
  const children = await pathsBelow(paths, agent.path, options.registry)
  if (children.length > 0) throw dynamicError('DYNAMIC_HAS_CHILDREN', { agent: agent.path, children })
  const taken = findId(options.registry, id ?? agent.recipe.id)
  if (taken !== undefined) throw dynamicError('DYNAMIC_ID_TAKEN', { path: id ?? agent.recipe.id, by: taken })
  return agent
}

/**
 * Takes the recipe away that stands in the registry now; what somebody wrote into it meanwhile stays.
 * @example await takePromoted(paths, child, entry)
 */
export async function takePromoted(
  paths: SpacePaths,
  { file, levels }: Pick<DynamicAgent, 'file' | 'levels'>,
  entry: AgentEntry,
): Promise<void> {
  await withLock(recipesLock(paths, levels[0]?.path ?? ''), async () => {
    const kept = promotedRecipe({ entry })
    if (kept !== undefined && (await isAs({ file, text: kept.text }))) await removeFile(file)
  })
}

/**
 * Puts the recipe of a promoted agent back where it was, byte for byte.
 * @throws `DYNAMIC_NOT_PROMOTED`, `DYNAMIC_ID_TAKEN`, and what `resolveDynamic` throws for its parent.
 * @example await demote(paths, registry.agents.get('solver'), { registry, places })
 */
export async function demote(paths: SpacePaths, agent: RegisteredAgent, options: ResolveOptions) {
  const kept = promotedRecipe(agent)
  if (kept === undefined) throw dynamicError('DYNAMIC_NOT_PROMOTED', { agent: agent.id })
  const parent = await resolveParent(paths, kept.path.split('/').slice(0, -1).join('/'), options)
  const file = join(parent.folder, `${kept.recipe.id}.yaml`)
  const taken = { path: kept.path, by: kept.path }
  await withLock(recipesLock(paths, parent.root), async () => await place({ file, text: kept.text }, taken))
  const prompt = promptOf(paths, { id: agent.id, recipe: kept.recipe })
  // What somebody wrote into it since stays.
  if (await isAs(prompt)) await removeFile(prompt.file)
  return { path: `${parent.path}/${kept.recipe.id}`, file }
}
