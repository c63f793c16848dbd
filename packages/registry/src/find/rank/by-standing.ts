import { rounded } from './rank-agents.ts'

/** What counts beside the scores of agents; ids of those that stand for themselves and their copies. */
export type Standing = {
  /** Brought by the program itself. */
  readonly builtin: ReadonlySet<string>
  /** Those whose file is not there. */
  readonly gone: ReadonlySet<string>
}

/** So much better a built-in agent has to be to come before one of the space. */
const lead = 0.1

/** The order in which agents are shown at every door. `ranked`: best first; those that are gone come last. */
export function byStanding<Ranked extends { readonly agent: string; readonly score: number }>(
  ranked: readonly Ranked[],
  { builtin, gone }: Standing,
): readonly Ranked[] {
  const [dead, living] = [true, false].map((isGone) => ranked.filter(({ agent }) => gone.has(agent) === isGone))
  const waiting = (living ?? []).filter(({ agent }) => builtin.has(agent))
  const ordered = (living ?? []).flatMap((own) => {
    if (builtin.has(own.agent)) return []
    const after = waiting.findIndex(({ score }) => rounded(score - own.score) <= lead)
    return [...waiting.splice(0, after < 0 ? waiting.length : after), own]
  })
  return [...ordered, ...waiting, ...(dead ?? [])]
}
