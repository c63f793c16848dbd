import { CodedError } from '@datacortex/errors'
import type { RunPlan } from '@datacortex/execution'
import type { SpacePaths } from '@datacortex/platform'
import type { DiscoveredModule, Finding } from '@datacortex/registry'
import { runnerCommand } from './space-commands.ts'

/**
 * What a run would be refused for although its agent may be called: the id of its execution is taken or none, or nobody said yes
 * to the code or the command of its runner. Nobody is asked.
 *
 * @param paths - Of the space.
 * @param options - The plan, the id if one was given.
 * @example const refusals = await runRefusals(paths, { plan, executionId })
 */
export async function runRefusals(
  paths: SpacePaths,
  options: {
    readonly plan: RunPlan
    readonly executionId: string | undefined
  },
): Promise<readonly Finding[]> {
  const { chosen } = options.plan
  const refused =
    chosen.kind === 'builtin' ? [] : [await codeRefused(paths, chosen.module), await commandRefused(paths, options)]
  return [await idRefused(paths, options), ...refused].flatMap((error) =>
    error === undefined ? [] : [asFinding(error, chosen.name)],
  )
}

function asFinding({ code, message, hint }: CodedError, subject: string): Finding {
  return { code, severity: 'error', subject, message, hint }
}

async function idRefused(
  paths: SpacePaths,
  { executionId: id }: { readonly executionId: string | undefined },
): Promise<CodedError | undefined> {
  if (id === undefined) return undefined
  const { refuseExecutionId } = await import('@datacortex/execution')
  try {
    await refuseExecutionId(paths, id)
    return undefined
  } catch (error) {
    if (CodedError.is(error)) return error
    throw error
  }
}

async function codeRefused(paths: SpacePaths, module: DiscoveredModule): Promise<CodedError | undefined> {
  const { isModuleApproved, ModuleNotApprovedError, packageCode, readModulesLock } =
    await import('@datacortex/registry')
  const { name, origin } = module
  if (origin === 'bundled') return undefined
  const integrity =
    origin === 'npm' ? (await packageCode(module))?.integrity : (await readModulesLock(paths)).get(name)?.integrity
  if (integrity === undefined || (await isModuleApproved(integrity))) return undefined
  const next = origin === 'npm' ? `trust approve modules.${name}` : `module install .datacore/modules/${name}`
  return new ModuleNotApprovedError({ name, integrity, next: `datacortex ${next}` })
}

async function commandRefused(
  paths: SpacePaths,
  { plan: { chosen } }: { readonly plan: RunPlan },
): Promise<CodedError | undefined> {
  if (chosen.kind !== 'plugin') return undefined
  const { module, settings, settingsAt: at } = chosen
  const command = await runnerCommand(paths, { at, module, settings })
  if (command?.state !== 'waiting') return undefined
  const { ModuleCommandNotApprovedError } = await import('@datacortex/registry')
  return new ModuleCommandNotApprovedError({ ...command, module: module.name, at })
}
