import { join } from 'node:path'
import { type OnProgress, ifRefused, inTurns, namesIn, readTextFile, writeFileAtomically } from '@datacortex/platform'

/** A file of an export. A function gets the text that is there now; undefined leaves what is there as it is. */
export type ExportFile = {
  readonly path: string
  readonly text: string | ((existing: string | undefined) => Promise<string | undefined>)
}

export type WriteExportOptions = {
  /** Tells what would be written and writes nothing. */
  readonly dryRun?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: OnProgress | undefined
}

/**
 * JSON as it is published: indented, with a line feed at its end.
 * @example publishedJson({ a: 1 }) // '{\n  "a": 1\n}\n'
 */
export function publishedJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}

/** Writes the files of an export, each as a whole and only if it changes. `root`: of the space, in which no link is followed. */
export async function writeExport(
  out: string,
  files: readonly ExportFile[],
  { root, dryRun = false, signal, onProgress }: WriteExportOptions & { readonly root: string },
) {
  // What else is wrong with it shows when the first file is written.
  const isNew = (await namesIn(out).catch(ifRefused(undefined)))?.length === 0
  const written = new Set<string>()
  let done = 0
  await inTurns(files, { atOnce: writers, signal }, async (file) => {
    const path = join(out, file.path)
    const existing = isNew ? undefined : await textOf(path)
    const text = typeof file.text === 'string' ? file.text : await file.text(existing)
    if (text !== undefined && text !== existing) {
      if (!dryRun) await writeFileAtomically(path, text, { isRebuildable: true, below: root })
      written.add(path)
    }
    done += 1
    onProgress?.({ stage: 'write', done, total: files.length, subject: file.path })
  })
  const paths = files.map(({ path }) => join(out, path))
  return { files: paths, written: paths.filter((path) => written.has(path)) }
}

/** What became of the files of an export: their paths, absolute. */
export type WrittenExport = Awaited<ReturnType<typeof writeExport>>

async function textOf(path: string): Promise<string | undefined> {
  const found = await readTextFile(path)
  return found.ok ? found.text : undefined
}

// Waiting for the disk is most of the work.
const writers = 16
