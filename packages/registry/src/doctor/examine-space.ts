import type { SpacePaths } from '@datacortex/platform'
import { CodedError, codedError, findingOf, ifCoded, infoFinding, warningFinding } from '@datacortex/errors'
import { readSettings } from '@datacortex/platform'
import type { Catalogue } from '../catalogue.ts'
import { readCatalogue } from '../catalogue.ts'
import { findPlace, freshIndex } from '../find/index/find-place.ts'
import { readIndexState } from '../find/index/index-state.ts'
import type { IndexHost } from '../find/index/refresh-index.ts'
import type { Finding } from '@datacortex/errors'
import type { DiscoveredModule } from '../modules/discover/discovered-module.ts'
import { lookAgain } from '../modules/install/look-again.ts'
import type { ExamineModuleOptions } from '../modules/trial/examine-module.ts'
import { tryInSpace } from '../modules/trial/examine-module.ts'
import { isCodeAsked } from '../modules/trial/is-code-asked.ts'
import { checkModuleTrust } from '../modules/trust/check-module-trust.ts'
import { checkAliases } from './check-aliases.ts'
import type { ContextPlaces } from './check-files.ts'
import { checkFiles } from './check-files.ts'
import { checkModules } from './check-modules.ts'
import { checkNames } from './check-names.ts'
import { checkPublishing } from './check-publishing.ts'
import { checkReaders } from './check-readers.ts'
import { checkRelations } from './check-relations.ts'
import { checkSettings } from './check-settings.ts'
import { checkState } from './check-state.ts'

/** What an examination found. */
export type Examination = {
  /** Errors first, then warnings, then the rest. */
  readonly findings: readonly Finding[]
  readonly agents: number
  readonly modules: number
  readonly index: 'fresh' | 'stale' | 'absent'
  /** What was read, for further checks; undefined if it can't be read, which is a finding. */
  readonly catalogue: Catalogue | undefined
}

/** Where the program's own modules lie, whose approvals count, and how long code may take. */
export type ExamineOptions = Pick<IndexHost, 'bundledDirectory' | 'utterances'> & ExamineModuleOptions

/**
 * Examines a space: registry, relations, sources, modules, settings, index. Changes nothing, loads no model.
 * Code of installed modules that this user approved is started, in processes of its own.
 *
 * @param options - The program's own modules, and a signal.
 * @returns Findings; a file that can't be read at all is one of them.
 * @example const { findings } = await examineSpace(paths)
 */
export async function examineSpace(paths: SpacePaths, options: ExamineOptions = {}): Promise<Examination> {
  const index = await indexFreshness(paths, options)
  const settings = await settle(() => readSettings(paths), paths.settingsFile)
  const context = settings.value?.context
  const look = async (): Promise<ExaminedCatalogue> => await examineCatalogue({ ...options, paths, context })
  const { catalogue, findings: found } = await lookAgain(paths, look, { ...options, seemsWrong: hasModuleFinding })
  const findings = [...settings.findings, ...indexFindings(index)]
  findings.push(...(await readOnlyFindings(paths)), ...(await checkState(paths, options)))
  if (settings.value !== undefined) findings.push(...checkSettings(settings.value))
  findings.push(...found)
  if (catalogue !== undefined && settings.value !== undefined)
    findings.push(...checkReaders(settings.value.ingest.readers, catalogue.modules.modules))
  if (catalogue !== undefined) findings.push(...(await codeFindings(catalogue, { ...options, paths, found })))
  return {
    findings: findings.sort((a, b) => severityOrder[a.severity] - severityOrder[b.severity]),
    agents: catalogue?.registry.agents.size ?? 0,
    modules: catalogue?.modules.modules.length ?? 0,
    index,
    catalogue,
  }
}

const severityOrder = { error: 0, warning: 1, info: 2 } as const

type ExaminedCatalogue = Pick<Examination, 'findings' | 'catalogue'>

type CatalogueOptions = Pick<IndexHost, 'bundledDirectory' | 'signal'> & {
  readonly paths: SpacePaths
  readonly context: ContextPlaces | undefined
}

async function examineCatalogue(options: CatalogueOptions): Promise<ExaminedCatalogue> {
  const { paths } = options
  const { value: catalogue, findings } = await settle(() => readCatalogue(paths, options), paths.agentsFile)
  if (catalogue === undefined) return { catalogue, findings }
  return { catalogue, findings: await catalogueFindings(catalogue, options) }
}

/** Also an agent whose file is gone may be one of a module that is being removed; of others that says nothing of modules. */
function hasModuleFinding({ findings, catalogue }: ExaminedCatalogue): boolean {
  const isOfModule = (id: string): boolean => catalogue?.registry.agents.get(id)?.module !== undefined
  return findings.some(
    ({ severity, code, subject }) =>
      severity !== 'info' &&
      (/^(?:MODULE_(?!AGENT_SHADOWED$)|PERMISSIONS_)/.test(code) ||
        (/^(?:SOURCE_MISSING$|REFERENCE_)/.test(code) && isOfModule(subject))),
  )
}

async function catalogueFindings(
  { registry, modules }: Catalogue,
  options: CatalogueOptions,
): Promise<readonly Finding[]> {
  return [
    ...registry.findings,
    ...(await checkModules(options.paths, modules, { ...options, registry })),
    ...checkAliases(registry),
    ...checkNames(registry),
    ...checkRelations(registry),
    ...(await checkFiles(registry, options)),
    ...checkPublishing(registry),
  ]
}

/**
 * What is wrong with code of modules that may run; that of others is not run. Each module is tried in a process of its own, and
 * once only, whatever made the examination look again.
 */
async function codeFindings(
  { modules }: Catalogue,
  { paths, found, ...options }: ExamineOptions & { readonly paths: SpacePaths; readonly found: readonly Finding[] },
): Promise<readonly Finding[]> {
  const told = new Set(found.filter(({ severity }) => severity === 'error').map(({ subject }) => subject))
  const findings: Finding[] = []
  for (const module of modules.modules) {
    const { name, directory, origin, manifest } = module
    if (origin === 'bundled' || told.has(name) || told.has(directory) || !isCodeAsked(manifest)) continue
    if (await isTrusted(module, { ...options, paths })) {
      const tried = await tryInSpace(paths, module, options)
      findings.push(...tried.filter(({ severity }) => severity !== 'info'))
    }
  }
  return findings
}

async function isTrusted(module: DiscoveredModule, options: Parameters<typeof checkModuleTrust>[1]): Promise<boolean> {
  return await checkModuleTrust(module, options).then(() => true, ifCoded(false))
}

/** A coded error of one part becomes a finding, so that the other parts are still examined. */
async function settle<T>(
  read: () => Promise<T>,
  subject: string,
): Promise<{ readonly value?: T | undefined; readonly findings: readonly Finding[] }> {
  const value = await read().catch(codedError)
  return CodedError.is(value) ? { findings: [findingOf(value, subject)] } : { value, findings: [] }
}

async function indexFreshness(
  paths: SpacePaths,
  options: Pick<IndexHost, 'bundledDirectory' | 'utterances'>,
): Promise<Examination['index']> {
  if ((await freshIndex(paths, options)) !== undefined) return 'fresh'
  return (await readIndexState(await findPlace(paths))) === undefined ? 'absent' : 'stale'
}

async function readOnlyFindings(paths: SpacePaths): Promise<readonly Finding[]> {
  if ((await findPlace(paths)) === paths) return []
  const message = 'nothing can be written here: agents are found and listed, but nothing is added, run or remembered'
  const hint = 'If that is not wanted, check the owner and the permissions of .datacore and how its disk is mounted.'
  return [warningFinding('SPACE_READ_ONLY', paths.datacore, { message, hint })]
}

function indexFindings(index: Examination['index']): readonly Finding[] {
  if (index === 'fresh') return []
  const message = index === 'absent' ? 'agents are not indexed yet' : 'agents changed since they were indexed'
  const hint = 'The next find brings it up to date by itself.'
  return [infoFinding(index === 'absent' ? 'INDEX_ABSENT' : 'INDEX_STALE', 'find', { message, hint })]
}
