import { type Finding, asFinding, infoFinding, warningFinding } from '@datacortex/errors'
import {
  type SpacePaths,
  misplacedSecrets,
  ownPaths,
  platformError,
  readSettings,
  visibleText,
} from '@datacortex/platform'
import type { Catalogue } from '@datacortex/modules'
import { resolveOptions } from '../dynamic/catalogue-with.ts'
import type { Work } from '../work.ts'
import { sharedPrompts } from './shared-prompts.ts'

/** What is to be mended before agents are chosen and run. */
export async function runFindings(
  work: Pick<Work, 'paths' | 'openLog' | 'signal'>,
  { catalogue }: { readonly catalogue: Catalogue },
): Promise<readonly Finding[]> {
  const { paths, signal } = work
  const parts = [
    async () => await routingFindings(paths, catalogue),
    async () => await settingsFindings(paths, catalogue),
    async () => await commandFindings(work, catalogue),
    async () => await secretFindings(paths),
    async () => await logFindings(paths, signal),
    async () => await sharedPrompts(work, catalogue),
    async () => await dynamicFindings(paths, catalogue),
  ]
  const found: Finding[] = []
  for (const part of parts) found.push(...(await part().catch(asFinding('runs'))))
  return found
}

/** Dynamic agents that are left without a parent, or can't be made from their recipes any more. */
async function dynamicFindings(paths: SpacePaths, { registry }: Catalogue): Promise<readonly Finding[]> {
  const { findOrphans, listDynamic } = await import('@datacortex/dynamic-agents')
  const { agents, broken } = await listDynamic(paths, await resolveOptions(registry))
  const findings = [...agents.flatMap((one) => one.findings), ...broken.map(({ finding }) => finding)]
  return [
    ...(await findOrphans(paths, registry)),
    ...findings.map((one): Finding => (one.severity === 'error' ? { ...one, severity: 'warning' } : one)),
  ]
}

async function routingFindings(paths: SpacePaths, { registry }: Catalogue): Promise<readonly Finding[]> {
  const { createRouter, readRoutings } = await import('@datacortex/router')
  return [...createRouter(registry).findings, ...(await readRoutings(paths)).findings]
}

async function settingsFindings(paths: SpacePaths, { modules, registry }: Catalogue): Promise<readonly Finding[]> {
  const { examineEntries, examineHooks, examinePrivacy, examineRunners } = await import('@datacortex/execution')
  const { privacy, runners } = await readSettings(paths)
  return [
    ...examineRunners(runners, { modules: modules.modules }),
    ...examinePrivacy(privacy, registry),
    ...examineHooks(registry),
    ...(await examineEntries(paths, registry)),
  ]
}

async function commandFindings(work: Pick<Work, 'paths' | 'openLog'>, { modules }: Catalogue) {
  const { spaceCommands } = await import('../caller/space-commands.ts')
  const paths = ownPaths(work.paths)
  const settings = await readSettings(paths)
  const commands = await spaceCommands({ ...work, paths }, { modules: modules.modules, settings })
  return commands.flatMap(({ name, command, state, refusal }): readonly Finding[] => {
    const about = { severity: 'warning', subject: visibleText(name) } as const
    if (state === 'waiting')
      return [
        {
          ...about,
          code: 'COMMAND_NOT_APPROVED',
          message: name.startsWith('secrets.')
            ? `it goes nowhere before you approve it: ${command}`
            : `its command does not run before you approve it: ${command}`,
          hint: 'datacortex trust show shows them; datacortex trust allow allows them in this space.',
        },
      ]
    if (state !== 'refused') return []
    return [
      {
        ...about,
        ...(name.startsWith('sources.') ? ofSource : ofModule),
        message: `its command never runs, no matter who approves it: ${command}: ${refusal}`,
      },
    ]
  })
}

const ofSource = { code: 'SOURCE_MISCONFIGURED', hint: 'Correct its entry in .datacore/registry/sources.yaml.' }
const ofModule = { code: 'MODULE_COMMAND_REFUSED', hint: 'Correct PATH, or its entry in .datacore/settings.yaml.' }

async function secretFindings(paths: SpacePaths): Promise<readonly Finding[]> {
  return (await misplacedSecrets(paths)).map((name) => {
    const { code, message, hint } = platformError('PLATFORM_SECRET_MISPLACED', { name: visibleText(name) })
    return warningFinding(code, `.datacore/env/${visibleText(name)}`, { message, hint })
  })
}

async function logFindings(paths: SpacePaths, signal: AbortSignal): Promise<readonly Finding[]> {
  const { recoverRuns, updatePerformance } = await import('@datacortex/execution')
  const interrupted = await recoverRuns(paths, { dryRun: true, signal })
  const { updated, findings } = await updatePerformance(paths, { dryRun: true, signal })
  const behind: Finding = infoFinding('PERFORMANCE_STALE', updated.slice(0, 5).join(', '), {
    message: `the performance of ${updated.length} in agents.yaml is behind the execution log`,
    hint: 'The next run or verdict brings it in step.',
  })
  return [...interrupted, ...findings, ...(updated.length === 0 ? [] : [behind])]
}
