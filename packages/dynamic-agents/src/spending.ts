import { hostname } from 'node:os'
import { z } from 'zod'
import { type SpacePaths, jsonOf, readTextFile, withLock, writeFileAtomically } from '@datacortex/platform'
import { dynamicError } from './errors.ts'
import type { Limits } from './recipe.ts'
import { recipesLock } from './place.ts'

/** One agent whose limits a run counts in: it itself, or one above it. */
export type Level = { readonly path: string; readonly limits: Limits; readonly spentFile: string }

type Used = {
  readonly tokens: number
  readonly usd?: number | undefined
  /** Whether it was refused before anybody was asked. */
  readonly hasRun: boolean
}

type Active = z.infer<typeof Active>
const Active = z.object({ id: z.string(), pid: z.number(), machine: z.string(), tokens: z.number().min(0) })
type Spent = z.infer<typeof Spent>
const used = z.number().min(0)
const Spent = z.object({ runs: used, tokens: used, usd: used, active: z.array(Active) })

const nothing: Spent = { runs: 0, tokens: 0, usd: 0, active: [] }

/** What was used up so far; what a killed process had set aside counts as used. Throws `DYNAMIC_SPENT_UNREADABLE`. */
export async function readSpent(file: string): Promise<Spent> {
  const read = await readTextFile(file)
  if (!read.ok && read.code === 'ENOENT') return nothing
  const known = Spent.safeParse(read.ok ? jsonOf(read.text) : undefined)
  // Else a damaged file would be money for nothing.
  if (!known.success)
    throw dynamicError('DYNAMIC_SPENT_UNREADABLE', { file, reason: read.ok ? 'it is no record' : read.reason })
  const { active, ...spent } = known.data
  const ended = active.filter((one) => !isAlive(one))
  return {
    ...spent,
    tokens: spent.tokens + ended.reduce((sum, { tokens }) => sum + tokens, 0),
    active: active.filter(isAlive),
  }
}

function isAlive({ pid, machine }: Active): boolean {
  // What runs on another machine can't be seen from here.
  if (machine !== hostname()) return true
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Sets aside what a run may use, in its agent and in all above it, under their one lock, until it says what it used.
 * @returns `budget`: most tokens of its context; undefined if nothing limits them.
 * @throws `DYNAMIC_LIMIT_REACHED`, `DYNAMIC_SPENT_UNREADABLE`
 * @example const { budget, settle } = await reserve(paths, { id, levels, budget: 50_000 })
 */
export async function reserve(
  paths: SpacePaths,
  { id, levels, budget }: { id: string; levels: readonly Level[]; budget: number | undefined },
) {
  const change = async (edit: (spent: readonly Spent[]) => readonly Spent[]): Promise<void> => {
    await withLock(recipesLock(paths, levels[0]?.path ?? ''), async () => {
      const edited = edit(await Promise.all(levels.map(async ({ spentFile }) => await readSpent(spentFile))))
      for (const [index, { spentFile }] of levels.entries())
        await writeFileAtomically(spentFile, `${JSON.stringify(edited[index])}\n`)
    })
  }
  let left = budget
  await change((all) => {
    const remaining = levels.flatMap((level, index) => remainingOf(level, all[index] ?? nothing) ?? [])
    const tokens = remaining.length === 0 ? 0 : Math.min(budget ?? Infinity, ...remaining)
    if (remaining.length > 0) left = tokens
    const own = { id, pid: process.pid, machine: hostname(), tokens }
    return all.map((spent) => ({ ...spent, runs: spent.runs + 1, active: [...spent.active, own] }))
  })
  return {
    budget: left,
    settle: async (used: Used): Promise<void> =>
      await change((all) =>
        all.map((spent) => ({
          ...spent,
          runs: spent.runs - (used.hasRun ? 0 : 1),
          tokens: spent.tokens + used.tokens,
          usd: spent.usd + (used.usd ?? 0),
          active: spent.active.filter((one) => one.id !== id),
        })),
      ),
  }
}

/** Tokens that are left; undefined if nothing limits them. Throws `DYNAMIC_LIMIT_REACHED` if no run may begin. */
function remainingOf(level: Level, { runs, tokens, usd, active }: Spent): number | undefined {
  const { limits } = level
  if (limits.concurrency !== undefined && active.length >= limits.concurrency)
    throw reached(level, 'concurrency', `${active.length} run now`)
  if (limits.runs !== undefined && runs >= limits.runs) throw reached(level, 'runs', `${runs} of ${limits.runs}`)
  if (limits.usd !== undefined && usd >= limits.usd) throw reached(level, 'usd', `${usd} of ${limits.usd}`)
  if (limits.tokens === undefined) return undefined
  const remaining = limits.tokens - tokens - active.reduce((sum, one) => sum + one.tokens, 0)
  if (remaining <= 0)
    throw reached(level, 'tokens', `${limits.tokens - remaining} of ${limits.tokens} are used or set aside`)
  return remaining
}

function reached({ path }: Level, limit: string, detail: string): Error {
  return dynamicError('DYNAMIC_LIMIT_REACHED', { agent: path, limit, detail })
}
