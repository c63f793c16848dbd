import type { Finding } from '@datacortex/errors'
import { CodedError } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { readSettings } from '@datacortex/platform'
import { openModel } from '../open/model.ts'
import { noteCounts } from '../output/note-index-lines.ts'

/**
 * What is to be mended in the memory of a space: an index that is behind its files, not embedded or of another model,
 * lines of the journal that can't be read.
 *
 * @param paths - Of the space.
 * @param options - Abort signal.
 * @example findings.push(...(await memoryFindings(paths, context)))
 */
export async function memoryFindings(
  paths: SpacePaths,
  options: { readonly signal: AbortSignal },
): Promise<readonly Finding[]> {
  const { examineNoteIndex, noteModels, readMemories } = await import('@datacortex/memory')
  const { state, skipped, unembedded, ...counts } = await examineNoteIndex(paths, options)
  const findings: Finding[] = skipped.map(({ path, reason }) => ({
    code: 'NOTE_SKIPPED',
    severity: 'info',
    subject: path === '' ? '.' : path,
    message: `it is passed over: ${reason}`,
  }))
  if (state !== 'fresh') {
    findings.push({
      code: state === 'absent' ? 'NOTES_NOT_INDEXED' : 'NOTE_INDEX_STALE',
      severity: 'info',
      subject: 'notes',
      message: state === 'absent' ? 'they are not indexed yet; search reads the files' : noteCounts(counts),
      hint: 'datacortex index',
    })
  }
  if (unembedded) {
    findings.push({
      code: 'NOTES_NOT_EMBEDDED',
      severity: 'info',
      subject: 'notes',
      message: 'some are found by words only, as embedding was not ended',
      hint: 'datacortex index',
    })
  }
  if (counts.unchanged > 0) findings.push(...(await formerModel(paths, noteModels(paths)?.answering)))
  try {
    findings.push(...(await readMemories(paths)).findings)
  } catch (error) {
    if (!CodedError.is(error)) throw error
    const { code, message, hint } = error
    findings.push({ code, severity: 'error', subject: 'session memories', message, hint })
  }
  return findings
}

async function formerModel(paths: SpacePaths, answering: string | undefined): Promise<readonly Finding[]> {
  const { embeddings } = await readSettings(paths)
  // A model that is not there is told where models are looked at.
  const wanted = await openModel(embeddings, () => undefined).catch(() => undefined)
  if (answering === undefined || wanted === undefined || answering === wanted.modelId) return []
  return [
    {
      code: 'NOTES_OF_FORMER_MODEL',
      severity: 'info',
      subject: 'notes',
      message: `the vectors of ${answering} answer, those of ${wanted.modelId} are not complete`,
      hint: 'datacortex index',
    },
  ]
}
