import type { ModulePlan } from '@datacortex/modules'

/** What a person has to see of a module before saying yes to it: what it provides, all its code, what it wants. */
export type PlannedModule = Pick<
  ModulePlan,
  'agents' | 'components' | 'sources' | 'code' | 'permissions' | 'secrets' | 'widened' | 'warnings' | 'approved'
> & {
  readonly name: string
  readonly version: string
  readonly license: string | null
  /** Where it comes from, as it was asked for. */
  readonly from: string
  /** The version that is installed and would be replaced. */
  readonly upgrade_from?: string | undefined
  /** Whether files of the installed one were changed since: what was changed is lost. */
  readonly replaces_changes: boolean
  /** Native code, and commands that are not run. */
  readonly red_flags: readonly string[]
}

export function plannedModule(plan: ModulePlan): PlannedModule {
  const { manifest, agents, components, sources, code, permissions, secrets, widened, warnings, approved } = plan
  return {
    name: manifest.name,
    version: manifest.version,
    license: manifest.license ?? null,
    from: plan.origin.spec,
    agents,
    components,
    sources,
    code,
    permissions,
    secrets,
    upgrade_from: plan.upgradeFrom,
    replaces_changes: plan.replacesChanges ?? false,
    widened,
    red_flags: plan.redFlags,
    warnings,
    approved,
  }
}
