import type { CodedError } from '@datacortex/errors'
import type { RunPlan } from '@datacortex/execution'
import type { SpacePaths } from '@datacortex/platform'
import type { DiscoveredModule, Finding } from '@datacortex/registry'
import { runnerCommand } from './space-commands.ts'

/**
 * What a run would be refused for although its agent may be called: the id of its execution is taken, or nobody said yes
 * to the code or the command of its runner. Nobody is asked.
 *
 * @param paths - Of the space.
 * @param options - The plan, the id if one was given, abort signal.
 * @example const refusals = await runRefusals(paths, { plan, executionId, signal })
 */
export async function runRefusals(
  paths: SpacePaths,
  options: {
    readonly plan: RunPlan
    readonly executionId: string | undefined
    readonly signal: AbortSignal
  },
): Promise<readonly Finding[]> {
  const { chosen } = options.plan
  const refused =
    chosen.kind === 'builtin' ? [] : [await codeRefused(paths, chosen.module), await commandRefused(paths, options)]
  return [await idTaken(paths, options), ...refused].flatMap((error) =>
    error === undefined ? [] : [asFinding(error, chosen.name)],
  )
}

function asFinding({ code, message, hint }: CodedError, subject: string): Finding {
  return { code, severity: 'error', subject, message, hint }
}

async function idTaken(
  paths: SpacePaths,
  { executionId: id, signal }: { readonly executionId: string | undefined; readonly signal: AbortSignal },
): Promise<CodedError | undefined> {
  if (id === undefined) return undefined
  const { ExecutionIdTakenError, readLog } = await import('@datacortex/execution')
  const { executions } = await readLog(paths, { id, signal })
  return executions.length === 0 ? undefined : new ExecutionIdTakenError({ id })
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
