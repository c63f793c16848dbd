import type { SpacePaths } from '@datacortex/platform'
import type { Registry } from '@datacortex/registry'
import { type Catalogue, readCatalogue } from '@datacortex/modules'
import type { Finding } from '@datacortex/errors'
import type { WriteExportOptions, WrittenExport } from './write-export.ts'

/** Which agents are published, where, and how the files are written. */
export type ExportSource = WriteExportOptions & {
  /** Absolute path of the folder; its content is what a web server serves under `url`. */
  readonly out: string
  /** All agents in use if absent or empty. */
  readonly ids?: readonly string[] | undefined
  /** Read from the space if absent. */
  readonly catalogue?: Pick<Catalogue, 'registry'> | undefined
  /** The program's own modules, for reading the space. */
  readonly bundledDirectory?: string | undefined
}

/** What an export wrote, and what a person should know of it. */
export type Exported = WrittenExport & { readonly findings: readonly Finding[] }

/** The registry that an export is of. `source`: with the catalogue, unless it is to be read. */
export async function registryOf(paths: SpacePaths, source: ExportSource): Promise<Registry> {
  const { catalogue, bundledDirectory } = source
  return (catalogue ?? (await readCatalogue(paths, { bundledDirectory }))).registry
}
