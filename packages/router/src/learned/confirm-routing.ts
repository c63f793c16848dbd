import { join } from 'node:path'
import { type SpacePaths, appendLines, withLock, writeFileAtomically } from '@datacortex/platform'
import { CodedError, type Finding, attempt, codedError, infoFinding } from '@datacortex/errors'
import { type Registry, resolveAgent } from '@datacortex/registry'
import { routerError } from '../errors.ts'
import { readTask } from '../tags/read-task.ts'
import { readRoutings, routingLimit, longestTask } from './read-routings.ts'
import type { Routings, Routing, RoutingLine } from './read-routings.ts'
import { routingsFile } from './routings-file.ts'
import { taskKey } from './task-key.ts'
import { TagIndex } from '../tags/tag-index.ts'

export type Confirmation = {
  /** As it was given to `route`; tags in it are left out. */
  readonly task: string
  /** Id of a registered agent; a former name is followed when it is used. */
  readonly agent: string
}

export type ConfirmOptions = {
  readonly signal?: AbortSignal | undefined
  /** The clock; that of the machine if absent. */
  readonly now?: (() => Date) | undefined
  /** Check and write nothing. */
  readonly dryRun?: boolean | undefined
}

/**
 * Remembers that a task belongs to an agent, so that the same task goes there at once and similar ones more likely.
 *
 * When it resolves, the routing is on the disk. Several processes may do this at once; a kill loses nothing that was
 * acknowledged. Of the 10,000 newest tasks the last word counts.
 * @returns `unchanged` if exactly this was known, `planned` of a dry run.
 * @throws `ROUTER_TASK_EMPTY` if the task has no letters or digits beside its tags.
 * @throws `ROUTER_ROUTING_INVALID` if the id of the agent is empty or longer than 200 characters.
 * @throws `PLATFORM_FILE_UNWRITABLE` if the disk is full, read-only or forbids it; nothing is added then.
 * @example await confirmRouting(paths, { task: 'Fix the build', agent: 'build-doctor' }) // 'added'
 */
export async function confirmRouting(
  paths: SpacePaths,
  confirmation: Confirmation,
  options: ConfirmOptions = {},
): Promise<'added' | 'unchanged' | 'planned'> {
  const routing = routingOf(confirmation, options.now?.() ?? new Date())
  if (options.dryRun === true) return 'planned'
  return await withRoutings(paths, options, async ({ routings, lines }) => {
    if (routings.some(({ key, agent }) => key === routing.key && agent === routing.agent)) return 'unchanged'
    // Twice the limit, so that the file is written anew only now and then.
    if (lines >= 2 * routingLimit) await rewrite(paths, [...routings, routing])
    else await appendLine(paths, routing)
    return 'added'
  })
}

/**
 * Takes back that a task belongs to an agent: neither it nor tasks like it are sent there for it any longer.
 * @param task - As it was given to `route`; tags in it are left out.
 * @returns What counted until now; undefined if nothing did, and then nothing is written.
 * @throws `PLATFORM_FILE_UNWRITABLE` if the disk is full, read-only or forbids it; nothing is added then.
 * @example await forgetRouting(paths, 'Fix the build') // { task: 'Fix the build', agent: 'build-doctor', … }
 */
export async function forgetRouting(
  paths: SpacePaths,
  task: string,
  options: ConfirmOptions = {},
): Promise<Routing | undefined> {
  const key = taskKey(readTask(task).whole)
  const knownIn = ({ routings }: Routings): Routing | undefined => routings.find((routing) => routing.key === key)
  const known = knownIn(await readRoutings(paths))
  if (known === undefined || options.dryRun === true) return known
  const at = (options.now?.() ?? new Date()).toISOString()
  return await withRoutings(paths, options, async (read) => {
    const current = knownIn(read)
    if (current !== undefined) await appendLine(paths, { ...current, agent: null, at })
    return current
  })
}

async function withRoutings<T>(
  paths: SpacePaths,
  { signal }: ConfirmOptions,
  change: (routings: Routings) => Promise<T>,
): Promise<T> {
  const lock = join(paths.locksDirectory, 'routings')
  return await withLock(lock, async () => await change(await readRoutings(paths)), { signal })
}

async function appendLine(paths: SpacePaths, line: RoutingLine): Promise<void> {
  await appendLines(routingsFile(paths), [JSON.stringify(line)])
}

function routingOf({ task, agent }: Confirmation, at: Date): Routing {
  const { text, whole } = readTask(task)
  const key = taskKey(whole)
  if (key === undefined) throw routerError('ROUTER_TASK_EMPTY', {})
  if (agent.trim() === '' || agent.length > 200) throw routerError('ROUTER_ROUTING_INVALID', { agent })
  return { key, task: shortened(text), agent, at: at.toISOString() }
}

function shortened(text: string): string {
  // Not between the two halves of a character.
  return text.slice(0, longestTask).replace(/[\uD800-\uDBFF]$/, '')
}

async function rewrite(paths: SpacePaths, routings: readonly Routing[]): Promise<void> {
  const newest = new Map(routings.map((routing) => [routing.key, routing]))
  const kept = [...newest.values()].slice(-routingLimit)
  await writeFileAtomically(routingsFile(paths), kept.map((kept) => `${JSON.stringify(kept)}\n`).join(''))
}

/**
 * What is to be said to anyone who confirms a task whose tags send it to somebody else all the same: only its words are
 * remembered, and tags come first.
 * @param confirmation - The agent by its id of now.
 * @returns Undefined if the tags of the task decide nothing, or the same.
 * @example tagsFirst(registry, { task: 'Read up on tides :AI:research:', agent: 'writer' })?.code // 'ROUTER_TAGS_FIRST'
 */
export function tagsFirst(registry: Registry, { task, agent }: Confirmation): Finding | undefined {
  const [best] = new TagIndex(registry).match(readTask(task).paths)
  if (best === undefined) return undefined
  const meant = attempt(() => resolveAgent(registry, best.owner.agent).agent.id, codedError)
  if (meant === agent) return undefined
  return infoFinding('ROUTER_TAGS_FIRST', best.trigger, {
    message: CodedError.is(meant)
      ? `With its tags the task is still refused, because ${best.trigger} decides first. ${meant.message}`
      : `With its tags the task still goes to ${meant}, because ${best.trigger} decides first.`,
    hint: `Without them it goes to ${agent}.`,
  })
}
