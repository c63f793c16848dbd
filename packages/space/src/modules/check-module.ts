import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { type Finding, CodedError, findingOf, infoFinding } from '@datacortex/errors'
import { discoverModules, examineModule, examinePlan, planModuleInstall, moduleError } from '@datacortex/modules'
import { z } from 'zod'
import { agreed } from '../caller/agreed.ts'
import { type Asked, operation } from '../operation.ts'
import { place } from '../schema.ts'
import type { Work } from '../work.ts'
import { plannedModule } from './planned-module.ts'

const input = z.strictObject({ module: place, yes: z.boolean().optional() })

export type CheckModule = Asked<typeof input>

type Checked = {
  readonly module: string
  /** Empty if its manifest can't be read. */
  readonly version: string
  readonly ok: boolean
  readonly findings: readonly Finding[]
}

export const checkModule = operation({
  input,
  output: z.looseObject({ ok: z.boolean().optional(), checked: z.literal(false).optional() }),
  run: async (work, asked): Promise<Checked | { readonly checked: false }> =>
    (await ofSpace(work, asked)) ?? (await ofSpec(work, asked)) ?? { checked: false },
})

async function ofSpace(work: Work, { module: name }: CheckModule): Promise<Checked | undefined> {
  const { paths, signal, bundledDirectory } = work
  const { modules, broken } = await discoverModules(paths, { bundledDirectory })
  const module = modules.find((one) => one.name === name)
  if (module !== undefined)
    return checked(name, { version: module.version, findings: await examineModule(paths, module, { signal }) })
  const unread = broken.find(({ path }) => basename(path) === name)
  if (unread !== undefined) return refused(name, unread.error)
  // A misspelt name is not looked for in a registry of packages.
  if (/[/\\:]/.test(name) || existsSync(name)) return undefined
  throw moduleError('MODULE_NOT_INSTALLED', { name, installed: modules.map((one) => one.name) })
}

async function ofSpec(work: Work, { module: spec, yes = false }: CheckModule): Promise<Checked | undefined> {
  const { paths, signal, onProgress, bundledDirectory } = work
  try {
    await using plan = await planModuleInstall(paths, spec, { signal, onProgress, bundledDirectory })
    const { name, version } = plan.manifest
    const asks = plan.code !== undefined && !plan.approved && !yes
    const question = `Run the code of ${name}, to check it?`
    if (asks && !(await agreed(work, question, { module: plannedModule(plan) }))) return undefined
    onProgress({ stage: 'try', done: 0, subject: name })
    const odd = plan.warnings.map((message) => infoFinding('MODULE_ODD', name, { message }))
    const found = (await examinePlan(paths, plan, { signal })).map((finding) =>
      // Nothing is installed that could be removed.
      finding.code === 'MODULE_CODE_FAILED' ? { ...finding, hint: 'Correct its code, or ask its author.' } : finding,
    )
    return checked(name, { version, findings: [...odd, ...found] })
  } catch (error) {
    // What it would be refused for is what the author wants to know.
    if (!CodedError.is(error) || !refusals.has(error.code)) throw error
    return refused(spec, error)
  }
}

const refusals: ReadonlySet<string> = new Set([
  'MODULE_CONTENT_REFUSED',
  'MODULE_ID_CLASH',
  'PLATFORM_JSON_INVALID',
  'PLUGIN_MANIFEST_INVALID',
])

function checked(module: string, { version, findings }: Pick<Checked, 'version' | 'findings'>): Checked {
  return { module, version, ok: !findings.some(({ severity }) => severity === 'error'), findings }
}

function refused(module: string, error: CodedError): Checked {
  return checked(module, { version: '', findings: [findingOf(error, module)] })
}
