import { type Finding, CodedError, codedError, findingOf } from '@datacortex/errors'
import { type Catalogue, examineCatalogue } from '@datacortex/modules'
import { type SpacePaths, readSettings } from '@datacortex/platform'
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
  // Settings that can't be read are a finding, so that all else is still examined.
  const read = await readSettings(paths).catch(codedError)
  const settings = CodedError.is(read) ? undefined : read
  const { catalogue, findings: found } = await examineCatalogue(paths, {
    ...options,
    context: settings?.context,
    readers: settings?.ingest.readers,
  })
  return {
    findings: [
      ...(CodedError.is(read) ? [findingOf(read, fileOf(read) ?? paths.settingsFile)] : []),
      ...ofIndex,
      ...checkState(paths),
      ...(settings === undefined ? [] : await checkSettings(settings)),
      ...found,
    ],
    agents: catalogue?.registry.agents.size ?? 0,
    modules: catalogue?.modules.modules.length ?? 0,
    index,
    catalogue,
  }
}

/** That of the space, or that of this machine. */
function fileOf({ details: { file } }: CodedError): string | undefined {
  return typeof file === 'string' ? file : undefined
}
