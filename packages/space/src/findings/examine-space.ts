import { type Finding, CodedError, findingOf } from '@datacortex/errors'
import { type Catalogue, examineCatalogue } from '@datacortex/modules'
import { type Settings, type SpacePaths, readSettings } from '@datacortex/platform'
import { type IndexExamination, examineIndex } from '@datacortex/registry/find'
import { checkSettings } from './check-settings.ts'
import { checkState } from './check-state.ts'

export type Examination = Pick<IndexExamination, 'index'> & {
  readonly findings: readonly Finding[]
  readonly agents: number
  readonly modules: number
  /** What was read, for further checks; undefined if it can't be read, which is a finding. */
  readonly catalogue: Catalogue | undefined
}

/** Examines all of a space. Changes nothing, loads no model; approved code of modules is started in processes of its own. */
export async function examineSpace(
  paths: SpacePaths,
  options: Parameters<typeof examineIndex>[1] & { readonly signal?: AbortSignal | undefined },
): Promise<Examination> {
  const { index, findings: ofIndex } = await examineIndex(paths, options)
  const settings = await settingsOf(paths)
  const { context, ingest } = settings.value ?? {}
  const { catalogue, findings: found } = await examineCatalogue(paths, {
    ...options,
    context,
    readers: ingest?.readers,
  })
  const findings = [...settings.findings, ...ofIndex, ...checkState(paths)]
  if (settings.value !== undefined) findings.push(...(await checkSettings(settings.value)))
  findings.push(...found)
  return {
    findings,
    agents: catalogue?.registry.agents.size ?? 0,
    modules: catalogue?.modules.modules.length ?? 0,
    index,
    catalogue,
  }
}

/** Settings that can't be read are a finding, so that all else is still examined. */
async function settingsOf(
  paths: SpacePaths,
): Promise<{ readonly value?: Settings | undefined; readonly findings: readonly Finding[] }> {
  try {
    return { value: await readSettings(paths), findings: [] }
  } catch (error) {
    if (!CodedError.is(error)) throw error
    return { findings: [findingOf(error, paths.settingsFile)] }
  }
}
