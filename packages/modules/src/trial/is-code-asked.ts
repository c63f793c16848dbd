import type { Manifest } from '@datacortex/plugin'

/**
 * Whether the code of a module is ever asked for something: for what its manifest provides, or, where that is nothing, as
 * a runner or a writer that settings name. Modules of agents may bring a package of their own that is no plugin.
 *
 * @example if (isCodeAsked(plan.manifest)) refuseBrokenCode(await examinePlan(paths, plan))
 */
export function isCodeAsked({ provides }: Manifest): boolean {
  const { agents, sources, subagents, hooks } = provides
  const types = Object.values(sources).map(({ type }) => type)
  if (hooks.length + Object.keys(subagents).length > 0 || types.some((type) => type !== 'mcp')) return true
  return Object.keys(agents).length + types.length === 0
}
