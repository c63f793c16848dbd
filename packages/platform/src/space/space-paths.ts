import { join } from 'node:path'
import type { SpaceTrust } from '../trust/trust-decision.ts'

/** Where the parts of a space lie: absolute paths. */
export type SpacePaths = {
  readonly root: string
  readonly datacore: string
  readonly agentsFile: string
  readonly sourcesFile: string
  readonly agentsDirectory: string
  readonly modulesDirectory: string
  readonly modulesLockFile: string
  readonly settingsFile: string
  readonly settingsLocalFile: string
  readonly envDirectory: string
  readonly stateDirectory: string
  readonly locksDirectory: string
  readonly cacheDirectory: string
  /** What its user decided about it; restricted where nobody asked. */
  readonly trust: SpaceTrust
}

/**
 * The paths of a space, so that no other code spells one. It is restricted until somebody says what was decided about it.
 * @example spacePaths('/desk').agentsFile // '/desk/.datacore/registry/agents.yaml'
 */
export function spacePaths(root: string): SpacePaths {
  const datacore = join(root, '.datacore')
  return {
    root,
    datacore,
    agentsFile: join(datacore, 'registry', 'agents.yaml'),
    sourcesFile: join(datacore, 'registry', 'sources.yaml'),
    agentsDirectory: join(datacore, 'agents'),
    modulesDirectory: join(datacore, 'modules'),
    modulesLockFile: join(datacore, 'modules.lock.yaml'),
    settingsFile: join(datacore, 'settings.yaml'),
    settingsLocalFile: join(datacore, 'settings.local.yaml'),
    envDirectory: join(datacore, 'env'),
    stateDirectory: join(datacore, 'state'),
    locksDirectory: join(datacore, 'state', 'locks'),
    cacheDirectory: join(datacore, 'cache'),
    trust: { state: 'restricted', reason: 'new', allowed: [] },
  }
}
