import { type Finding, findingOf, codedError, ifCoded } from '@datacortex/errors'
import type { ContextSettings, SpacePaths } from '@datacortex/platform'
import { examineAgents } from '@datacortex/registry'
import { type Catalogue, readCatalogue } from '../catalogue.ts'
import type { DiscoveredModule } from '../discover/discovered-module.ts'
import { checkAgain } from '../install/modules-lock.ts'
import { type ExamineModuleOptions, tryInSpace, isCodeAsked } from '../trial/examine-module.ts'
import { checkModuleTrust } from '../trust/check-module-trust.ts'
import { checkComponents } from './check-components.ts'
import { checkModules, checkReaders } from './check-modules.ts'

export type CatalogueExamination = {
  readonly findings: readonly Finding[]
  /** What was read, for further checks; undefined if it can't be read, which is a finding. */
  readonly catalogue: Catalogue | undefined
}

export type ExamineCatalogueOptions = ExamineModuleOptions & {
  readonly bundledDirectory?: string | undefined
  /** Of the settings: folders of documents and of specifications. */
  readonly context?: ContextSettings | undefined
  /** Of the settings: modules that read what is taken in. */
  readonly readers?: readonly string[] | undefined
}

/**
 * Examines the agents and modules of a space. Changes nothing, loads no model. Code of installed modules that this user
 * approved is started, in processes of its own.
 * @example const { findings } = await examineCatalogue(paths)
 */
export async function examineCatalogue(
  paths: SpacePaths,
  options: ExamineCatalogueOptions = {},
): Promise<CatalogueExamination> {
  const look = async (): Promise<CatalogueExamination> => await lookOnce(paths, options)
  const { catalogue, findings } = await checkAgain(paths, look, { ...options, seemsWrong: hasModuleFinding })
  if (catalogue === undefined) return { catalogue, findings }
  const { modules } = catalogue.modules
  const code = await codeFindings(modules, { ...options, paths, found: findings })
  return { catalogue, findings: [...findings, ...checkReaders(options.readers ?? [], modules), ...code] }
}

async function lookOnce(paths: SpacePaths, options: ExamineCatalogueOptions): Promise<CatalogueExamination> {
  try {
    const catalogue = await readCatalogue(paths, options)
    const { registry, modules } = catalogue
    const findings = [
      ...registry.findings,
      ...(await checkModules(paths, modules, { ...options, registry })),
      ...(await examineAgents(registry, { ...options, paths })),
      ...(await checkComponents(paths, { registry, modules: modules.modules })),
    ]
    return { catalogue, findings }
  } catch (error) {
    return { catalogue: undefined, findings: [findingOf(codedError(error), paths.agentsFile)] }
  }
}

/** Also an agent whose file is gone may be one of a module that is being removed; of others that says nothing of modules. */
function hasModuleFinding({ findings, catalogue }: CatalogueExamination): boolean {
  const isOfModule = (id: string): boolean => catalogue?.registry.agents.get(id)?.module !== undefined
  return findings.some(
    ({ severity, code, subject }) =>
      severity !== 'info' &&
      (/^(?:MODULE_(?!AGENT_SHADOWED$)|PERMISSIONS_)/.test(code) ||
        (/^(?:SOURCE_MISSING$|REFERENCE_)/.test(code) && isOfModule(subject))),
  )
}

/** What is wrong with code that may run; each module is tried once, in a process of its own. */
async function codeFindings(
  modules: readonly DiscoveredModule[],
  { paths, found, ...options }: ExamineModuleOptions & { paths: SpacePaths; found: readonly Finding[] },
): Promise<readonly Finding[]> {
  const broken = new Set(found.filter(({ severity }) => severity === 'error').map(({ subject }) => subject))
  const findings: Finding[] = []
  for (const module of modules) {
    const { name, directory, origin, manifest } = module
    if (origin === 'bundled' || broken.has(name) || broken.has(directory) || !isCodeAsked(manifest)) continue
    const isTrusted = checkModuleTrust(module, { ...options, paths }).then(() => true, ifCoded(false))
    const tried = (await isTrusted) ? await tryInSpace(paths, module, options) : []
    findings.push(...tried.filter(({ severity }) => severity !== 'info'))
  }
  return findings
}
