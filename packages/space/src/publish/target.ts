import { resolve } from 'node:path'
import type { Exported, ExportSource } from '@datacortex/export'
import { z } from 'zod'
import { dryRun, exact, name } from '../schema.ts'
import type { Shape } from '../schema.ts'
import type { Work } from '../work.ts'

/** Where files are written. */
export type Target = {
  /** A folder; one that is not absolute is in the space. */
  readonly out: string
  readonly dry_run?: boolean | undefined
}

/** Which agents are published, and where. */
export type PublishTarget = Target & {
  /** All that are in use if absent or empty. */
  readonly ids?: readonly string[] | undefined
  /** The address under which the agents are published. */
  readonly url: string
}

/** What was written, and what is to be mended. */
export type Published = Exported & {
  /** The folder, absolute. */
  readonly out: string
  readonly dry_run?: true | undefined
}

/** The schema of {@link Published}. */
export const published: z.ZodType = z.looseObject({ files: z.array(z.string()), written: z.array(z.string()) })

/** The schemas of {@link Target}. */
export const target: Shape<Target> = { out: exact, dry_run: dryRun }

/** Ids of agents. */
export const ids: z.ZodOptional<z.ZodArray<z.ZodString>> = z.array(name).max(100_000).optional()

/** The schemas of {@link PublishTarget}. */
export const publishTarget: Shape<PublishTarget> = { ...target, ids, url: exact }

/** Where files are written, as the exports take it. */
export async function exportSource(
  { paths, bundledDirectory, catalogue, signal, onProgress }: Work,
  { out, dry_run: isDry }: Target,
): Promise<ExportSource> {
  const common = { out: resolve(paths.root, out), dryRun: isDry, signal, onProgress }
  return { ...common, bundledDirectory, catalogue: await catalogue() }
}

/** What was written, as a document. */
export function publishedAs(exported: Exported, { out, dryRun: isDry }: ExportSource): Published {
  return { ...exported, out, ...(isDry === true ? { dry_run: true } : {}) }
}
